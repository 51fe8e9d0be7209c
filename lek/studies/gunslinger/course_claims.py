"""What the rulebook tells of the course's tournament, and of who does well in it, against ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lek.games.gunslinger import QUIET
from lek.studies.gunslinger import Config, lineups, standings
from lek.studies.gunslinger.estimates import negative, positive, stratified
from lek.studies.gunslinger.lineups import WITHOUT
from lek.studies.run import Arrays
from lek.studies.verdict import Finding

DEADLY = ((4, 1, 2), (9, 2, 6), (18, 6, 11), (90, 20, 40))  # N, e, f: where somebody died in 2013
REVENGERS = ("DR", "DR-recent", "DRR", "DRR-first")
AT_9_2_6 = {"g3": 6.4, "g4": 5.8, "g8": 5.6, "g1": 5.0}  # mean scores there, of those we have
NOT_PLAYED = Finding("none of these line-ups was played", "not testable")


def well_with_many_enemies(config: Config, arrays: Arrays) -> Finding:
    """DRR's rank against the mean of the other groups' where at least half of the players are enemies."""
    chosen = [(line, data) for line, _, data in lineups(config, arrays, "with") if 2 * line.e >= line.players]
    if not chosen or "DRR" not in config.groups:
        return NOT_PLAYED
    own = config.groups.index("DRR")
    others = [k for k in range(len(config.groups)) if k != own]
    gap = stratified([(data["rank"][:, own] - data["rank"][:, others].mean(1)) / (line.players - 1) for line, data in chosen])
    found = negative(gap, f"over {len(chosen)} line-ups with e >= N/2, against our zoo, DRR's rank minus the mean of the other eight, "
                     "as a share of the table: {} (below 0: better than they); ")
    place = _places(config, arrays, chosen)["DRR"]
    return found._replace(ours=found.ours + f"by mean score it is {place} of nine there. The report's results section has no "
                          "number of Gunslinger, so theirs cannot be tested")


def _places(config: Config, arrays: Arrays, chosen: Any) -> dict[str, int]:
    from lek.studies.gunslinger.lineups import competition_ranks

    means = [sum(data["score"][:, k].mean() / (line.e + line.f + 1) for line, data in chosen) for k in range(len(config.groups))]
    return dict(zip(config.groups, competition_ranks(means).tolist(), strict=True))


def silent_alone(config: Config, arrays: Arrays) -> Finding:
    return _revengers(config, arrays, ("DR",))


def revengers_tie(config: Config, arrays: Arrays) -> Finding:
    return _revengers(config, arrays, REVENGERS)


def _revengers(config: Config, arrays: Arrays, names: tuple[str, ...]) -> Finding:
    lines = lineups(config, arrays, "alone")
    own = [config.groups.index(name) for name in names if name in config.groups]
    if not lines or not own:
        return NOT_PLAYED
    games = sum(data["fired"][own].size for _, _, data in lines)
    shots = sum(int(data["fired"][own].sum()) for _, _, data in lines)
    tied = all(data["tied"][own].all() and (data["rounds"][own] == QUIET).all() for _, _, data in lines)
    told = f"{shots} shots in {games} games of tables of only {', '.join(config.groups[k] for k in own)} ({len(lines)} line-ups)"
    if shots == 0 and tied:
        return Finding(f"{told}: all ended after {QUIET} silent rounds with everybody at f + 1", "agree")
    return Finding(told, "disagree")


def almost_always_tied(config: Config, arrays: Arrays) -> Finding:
    lines = [(line, data) for line, _, data in lineups(config, arrays, "without")]
    if not lines:
        return NOT_PLAYED
    quiet = sum(bool((data["fired"] == 0).all()) for _, data in lines)
    tied = sum(float(data["tied"].mean()) for _, data in lines) / len(lines)
    return Finding(f"ours: nobody shoots in {quiet} of {len(lines)} line-ups without aggressors, and {tied:.1%} of their games (line-ups "
                   "counting alike) end with all at f + 1", "agree" if quiet > len(lines) / 2 else "disagree")


def deadly_lines(config: Config, arrays: Arrays) -> Finding:
    lines = {(line.players, line.e, line.f): float(data["died"].mean()) for line, _, data in lineups(config, arrays, "without")}
    if not lines:
        return NOT_PLAYED
    deadly = {line for line, share in lines.items() if share > 0}
    told = ", ".join(f"{line} {lines[line]:.0%}" for line in sorted(deadly)) or "none"
    return Finding(f"ours, of {len(lines)} line-ups with somebody dying, and in how many of the games: {told} (g8's boldness was set by "
                   "where it fought among its like)", "agree" if deadly == {*DEADLY} & {*lines} else "disagree")


def only_g8_alone(config: Config, arrays: Arrays) -> Finding:
    lines = lineups(config, arrays, "alone")
    if not lines or "g8" not in config.groups:
        return NOT_PLAYED
    shooting = {name: [str(line) for line, _, data in lines if data["fired"][k].any()] for k, name in enumerate(config.groups)}
    told = {name: where for name, where in shooting.items() if where}
    wanted = {(line.players, line.e, line.f) for line, _, data in lines if data["fired"][config.groups.index("g8")].any()}
    played = {(line.players, line.e, line.f) for line, _, _ in lines}
    right = wanted == {*DEADLY[1:]} & played
    others = [f"{name} in {', '.join(where)}" for name, where in told.items() if name != "g8"]
    return Finding(f"ours: g8 in {', '.join(told.get('g8', ['none']))}; others: {'; '.join(others) or 'none'} (g8's boldness was set by "
                   "this very sentence)", "agree" if right and not others else "disagree")


def order_at_9_2_6(config: Config, arrays: Arrays) -> Finding:
    found = [data for line, _, data in lineups(config, arrays, "without") if line[:3] == (9, 2, 6)]
    if not found or not {"g1", "g3"} <= {*config.groups}:
        return NOT_PLAYED
    means = {name: float(found[0]["score"][:, config.groups.index(name)].mean()) for name in AT_9_2_6 if name in config.groups}
    gap = found[0]["score"][:, config.groups.index("g3")] - found[0]["score"][:, config.groups.index("g1")]
    return positive(stratified([gap]), f"ours there: {', '.join(f'{name} {mean:.1f}' for name, mean in means.items())}, of the others "
                    "only stand-ins; g3 minus g1 {}", 2)


def best_with_aggressors(config: Config, arrays: Arrays) -> Finding:
    if not lineups(config, arrays, "with"):
        return NOT_PLAYED
    table = standings(config, arrays)
    told = ", ".join(f"{name} {row['score']:.3f} [{row['low']:.3f}, {row['high']:.3f}]"
                     for name, row in sorted(table.items(), key=lambda one: one[1]["place"]))
    return Finding(f"ours, mean share of the most one can get: {told}; the course's results with dumb players are not stored",
                   "not testable")


LINE_UPS = sum(map(len, WITHOUT.values()))
COURSE: list[tuple[str, str, Callable[[Config, Arrays], Finding]]] = [
    ("B1", "almost every game is a perfect tie at f+1, nobody shoots", almost_always_tied),
    ("B2", f"Of {LINE_UPS} mixed line-ups only (N,e,f) = (4,1,2), (9,2,6), (18,6,11), (90,20,40) saw deaths", deadly_lines),
    ("B3", "in self-play only group 8 ever shoots, in the last three", only_g8_alone),
    ("B4", "a table of only such players [DR and DRR] ends after exactly 10 silent rounds with everybody scoring f+1",
     revengers_tie),
    ("B5", "At (9,2,6) mean scores were g3 6.4, [...] g4 5.8, g8 5.6, g1 5.0", order_at_9_2_6),
    ("B6", "The dump with dumb players is not stored", best_with_aggressors),
]

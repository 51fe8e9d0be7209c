"""What the rulebook tells of the course's tournament, and who does well in it, against ours.

A sentence about all line-ups of the course needs all of them, and the ten games it played of each.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from lek.games.gunslinger import QUIET
from lek.studies import verdict
from lek.studies.claim import RULEBOOK, Sentence
from lek.studies.gunslinger import Config, normalised, played_lines, standings
from lek.studies.gunslinger.estimates import negative, positive, stratified
from lek.studies.gunslinger.lineups import WITH, WITHOUT, competition_ranks, tables_of
from lek.studies.study import Arrays
from lek.studies.verdict import Finding

DEADLY = ((4, 1, 2), (9, 2, 6), (18, 6, 11), (90, 20, 40))  # N, e, f: where somebody died in 2013
REVENGERS = ("DR", "DR-recent", "DRR", "DRR-first")
AT_9_2_6 = ("g3", "g4", "g8", "g1")  # of those whose scores there are told, the ones we have, best first
CIRCLE = "our g8 was made to fit this"
NOT_PLAYED = Finding("none of these line-ups was played", "not testable")
LINE_UPS = sum(map(len, WITHOUT.values()))
ALMOST = 0.9  # of all games
TEN = {"games_without": 10}
MANY_ENEMIES = {"line_ups_with": sum(map(len, WITH.values())), "games_with": 100}


def well_with_many_enemies(config: Config, arrays: Arrays) -> Finding:
    """DRR's rank against the mean of the other groups' where at least half of the players are enemies."""
    chosen = [(line, data) for line, _, data in played_lines(config, arrays, "with") if 2 * line.e >= line.players]
    if not chosen or "DRR" not in config.groups:
        return NOT_PLAYED
    own = config.groups.index("DRR")
    others = [k for k in range(len(config.groups)) if k != own]
    gap = stratified([(data["rank"][:, own] - data["rank"][:, others].mean(1)) / (line.players - 1)
                      for line, data in chosen])
    means = [sum(normalised(line, data["score"][:, k].mean()) for line, data in chosen) for k in range(len(config.groups))]
    return negative(gap, f"in {len(chosen)} line-ups with e >= N/2, against our zoo, DRR's rank minus the mean of the other "
                    f"eight, as a share of the table: {{}} (below 0: better than they); by mean score it is "
                    f"{competition_ranks(means)[own]} of nine there. The report's results section has no number of "
                    "Gunslinger, so theirs cannot be tested")


def silent_alone(config: Config, arrays: Arrays) -> Finding:
    return _revengers(config, arrays, ("DR",))


def revengers_tie(config: Config, arrays: Arrays) -> Finding:
    return _revengers(config, arrays, REVENGERS)


def _revengers(config: Config, arrays: Arrays, names: tuple[str, ...]) -> Finding:
    lines = [data for _, _, data in played_lines(config, arrays, "alone")]
    own = [config.groups.index(name) for name in names if name in config.groups]
    if not lines or not own:
        return NOT_PLAYED
    shots = sum(int(data["fired"][own].sum()) for data in lines)
    games = sum(data["tied"][own].size for data in lines)
    tied = sum(int((data["tied"][own] & (data["rounds"][own] == QUIET)).sum()) for data in lines)
    return Finding(f"by construction: at tables of only {', '.join(config.groups[k] for k in own)} ({len(lines)} line-ups) "
                   f"{tied} of {games} games ended after {QUIET} rounds with everybody at f + 1, and {shots} shots were "
                   "fired", "agree" if shots == 0 and tied == games else "disagree")


def almost_always_tied(config: Config, arrays: Arrays) -> Finding:
    """A count of games, as the course's 9160 are: every table of every line-up, and self-play."""
    tables = [(len(tables_of(line, config.groups)), data) for line, _, data in played_lines(config, arrays, "without")]
    alone = [data for _, _, data in played_lines(config, arrays, "alone")]
    if not tables:
        return NOT_PLAYED
    games = sum(many * len(data["tied"]) for many, data in tables) + sum(data["tied"].size for data in alone)
    tied = round(sum(many * data["tied"].sum() for many, data in tables)) + sum(int(data["tied"].sum()) for data in alone)
    quiet = (round(sum(many * (1 - data["fired"]).sum() for many, data in tables))
             + sum(int((data["fired"] == 0).sum()) for data in alone))
    return Finding(f"ours: {tied} of {games} games end with all at f + 1 ({tied / games:.1%}), and in {quiet} nobody shoots",
                   "agree" if tied / games > ALMOST else "disagree")


def deadly_lines(config: Config, arrays: Arrays) -> Finding:
    lines = {line[:3]: float(data["died"].mean()) for line, _, data in played_lines(config, arrays, "without")}
    if not lines:
        return NOT_PLAYED
    told = ", ".join(f"{line} in {share:.0%} of games" for line, share in sorted(lines.items()) if share > 0) or "none"
    return Finding(f"{CIRCLE}, so that only the first would tell; ours, of {len(lines)} line-ups: {told}", "not testable")


def only_g8_alone(config: Config, arrays: Arrays) -> Finding:
    """By deaths: the course's files store scores, so that shots which killed nobody are not in them."""
    lines = played_lines(config, arrays, "alone")
    if not lines or "g8" not in config.groups:
        return NOT_PLAYED

    def where(what: str) -> dict[str, list[Any]]:
        found = {name: [line[:3] for line, _, data in lines if data[what][k].any()] for k, name in enumerate(config.groups)}
        return {name: some for name, some in found.items() if some}

    fired = "; ".join(f"{name} {', '.join(map(str, some))}" for name, some in where("fired").items())
    killed = "; ".join(f"{name} {', '.join(map(str, some))}" for name, some in where("died").items())
    return Finding(f"{CIRCLE}; ours: somebody dies in self-play of {killed or 'none'}; somebody shoots in that of "
                   f"{fired or 'none'} (the course's files tell scores, so that shots without deaths do not show)",
                   "not testable")


def order_at_9_2_6(config: Config, arrays: Arrays) -> Finding:
    found = [data for line, _, data in played_lines(config, arrays, "without") if line[:3] == (9, 2, 6)]
    if not found or not {*AT_9_2_6} <= {*config.groups}:
        return NOT_PLAYED
    score = {name: found[0]["score"][:, config.groups.index(name)] for name in AT_9_2_6}
    told = ", ".join(f"{name} {values.mean():.1f}" for name, values in score.items())
    joined = verdict.together(*(positive(stratified([score[one] - score[other]]), f"{one} minus {other} {{}}", 2)
                                for one, other in pairwise(AT_9_2_6)))
    return joined._replace(ours=f"ours there, among stand-ins for the others: {told}; {joined.ours}")


def ranking_with_aggressors(config: Config, arrays: Arrays) -> Finding:
    if not played_lines(config, arrays, "with"):
        return NOT_PLAYED
    table = standings(config, arrays)
    told = ", ".join(f"{name} {row['score']:.3f} [{row['low']:.3f}, {row['high']:.3f}]"
                     for name, row in sorted(table.items(), key=lambda one: -one[1]["score"]))
    return Finding(f"so nothing to compare with; ours, mean share of the most one can get: {told}", "not testable")


COURSE = [
    Sentence("B1", "almost every game is a perfect tie at f+1, nobody shoots [more than nine of ten, self-play too, are "
             "ties; the course's files tell scores, so that a shot that kills nobody does not count]", almost_always_tied,
             TEN | {"line_ups_without": LINE_UPS}, RULEBOOK),
    Sentence("B2", f"Of {LINE_UPS} mixed line-ups only (N,e,f) = {', '.join(f'({n},{e},{f})' for n, e, f in DEADLY)} saw "
             "deaths", deadly_lines, {}, RULEBOOK),
    Sentence("B3", "in self-play only group 8 ever shoots, in the last three", only_g8_alone, {}, RULEBOOK),
    Sentence("B4", "a table of only such players [DR and DRR] ends after exactly 10 silent rounds with everybody scoring "
             "f+1 [one other game would make it fail]", revengers_tie, {}, RULEBOOK),
    Sentence("B5", "At (9,2,6) mean scores were g3 6.4, [...] g4 5.8, g8 5.6, g1 5.0 [in this order, each above the next]",
             order_at_9_2_6, TEN, RULEBOOK),
    Sentence("B6", "The dump with dumb players is not stored", ranking_with_aggressors, {}, RULEBOOK),
]

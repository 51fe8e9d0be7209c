"""Four of the nine groups that played Gunslinger at Columbia in the fall of 2013: g1, g3, g4 and g8 (rulebook, 7.2).

The numbers are the rulebook's. Where its short descriptions leave something open, we follow what is known of the groups'
published players, or decide as each player says. Ties go to the lowest private number, which anyone may have.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from lek.agent import Brain, strategy
from lek.games.gunslinger import ENEMY, FRIEND, NEUTRAL
from lek.jit import rule
from lek.players.gunslinger.strategies import first_enemy, lives, no_shot, per_player
from lek.settings import Setting

PLAYERS: dict[str, Brain] = {}
player = partial(strategy, PLAYERS)
MARGIN = 1e-9  # scores that are equal must stay so however their sums were rounded


@rule
def fires_on(v, i):
    """Whether i lives and fired in the last round at somebody who still lives: it is likely to fire again."""
    return v.alive[i] != 0 and v.shots[i] >= 0 and v.alive[v.shots[i]] != 0


@rule
def last_stranger(v, neutrals):
    """The only living non-friend, if it is an enemy or `neutrals` count too; else no shot."""
    found = no_shot(v)
    for i in range(len(v.alive)):
        if lives(v, i, NEUTRAL):
            if found != no_shot(v):
                return no_shot(v)
            found = i
    return found if found == no_shot(v) or neutrals or v.relation[found] == ENEMY else no_shot(v)


def weight(default: float, about: str) -> Setting:
    return Setting(default, -100.0, 100.0, about=about)


WEIGHTS: dict[str, Any] = {
    "friend": weight(-10.0, "it is a friend"), "enemy": weight(3.0, "it is an enemy"),
    "was_shot": weight(2.0, "somebody else shot it in the last round"), "shot_me": weight(6.0, "each time it shot me"),
    "shot_friend": weight(4.0, "each time it shot a friend"), "shot_enemy": weight(0.0, "each time it shot an enemy"),
    "again": weight(3.0, "likely to fire again: whom it shot in the last round still lives"),
    "shot_by_me": weight(0.0, "I shot it in the last round"), "none": weight(-2.6, "it is neither friend nor enemy"),
}


@rule
def note_shots(m, v):
    """Count who shot me, my friends and my enemies; from the first shot at me or a friend on I am awake."""
    players = len(v.alive)
    for i in range(players):
        m.was_shot[i] = 0
    for i in range(players):
        target = v.shots[i]
        if target >= 0:
            m.shot_me[i] += target == v.me
            m.shot_friend[i] += v.relation[target] == FRIEND
            m.shot_enemy[i] += v.relation[target] == ENEMY
            if i != v.me:
                m.was_shot[target] = 1
            if target == v.me or v.relation[target] == FRIEND:
                m.awake = 1


@rule
def by_weights(m, v, friend, enemy, was_shot, shot_me, shot_friend, shot_enemy, again, shot_by_me, none):
    """Whoever has the highest score above that of no shot, 0; no shot before I am awake."""
    note_shots(m, v)
    chosen = no_shot(v)
    most = 0.0
    for i in range(len(v.alive)):
        if m.awake != 0 and v.alive[i] != 0 and i != v.me:
            score = was_shot * m.was_shot[i] + shot_me * m.shot_me[i] + shot_friend * m.shot_friend[i]
            score += shot_enemy * m.shot_enemy[i] + again * fires_on(v, i) + shot_by_me * (v.shots[v.me] == i)
            score += friend * (v.relation[i] == FRIEND) + enemy * (v.relation[i] == ENEMY)
            score += none * (v.relation[i] == NEUTRAL)
            if score > most + MARGIN:
                most = score
                chosen = i
    return chosen


@player(("awake", "i1"), per_player("was_shot", "i1"), per_player("shot_me", "i4"), per_player("shot_friend", "i4"),
        per_player("shot_enemy", "i4"), **WEIGHTS)
def g1(g, m, v):
    """Silent until it or a friend is shot, then fires at the highest score, linear in nine weights (group 1, 2013).

    Of the nine, shot_enemy and shot_by_me are ours; shots are counted over the whole game; not to shoot scores 0.
    """
    return by_weights(m, v, g.friend, g.enemy, g.was_shot, g.shot_me, g.shot_friend, g.shot_enemy, g.again, g.shot_by_me,
                      g.none)


# g3: how many shots everybody will receive from all but me, by what happened in the last round.

DUEL, TORN, REPEATS, ANSWERS = 1.0, 0.5, 0.8, 0.9
EAGER, CAREFUL, DEAD = 0.8, 1.1, 1.6


@rule
def expect(m, v):
    """Fill in who shot whom among the living, and how many shots each of them is to expect."""
    players = len(v.alive)
    m.active = 0
    bystanders = 0
    for i in range(players):
        m.shooter[i] = -1
        m.expected[i] = 0.0
    for i in range(players):
        if fires_on(v, i):
            m.shooter[v.shots[i]] = i
    for i in range(players):
        target = v.shots[i] if fires_on(v, i) else -1
        shooter = m.shooter[i]
        m.active += target >= 0 or shooter >= 0
        if i == v.me:
            continue
        if target >= 0 and target == shooter:
            m.expected[target] += DUEL
        elif target >= 0 and shooter >= 0:
            m.expected[target] += TORN
            m.expected[shooter] += TORN
        elif target >= 0:
            m.expected[target] += REPEATS
        elif shooter >= 0:
            m.expected[shooter] += ANSWERS
        else:
            bystanders += v.alive[i] != 0
    density = bystanders * v.e / (max(1, players - 1 - v.f) * max(1, m.active))
    for i in range(players):
        if fires_on(v, i) or m.shooter[i] >= 0:
            m.expected[i] += density * (1.2 if fires_on(v, i) and m.shooter[i] >= 0 else 0.8)


@rule
def retaliation(m, v):
    """How many shots I am to expect if I fire: the answer, and one in so many as fight of my enemies and its friends."""
    players = len(v.alive)
    living = 0
    friends = 0
    for i in range(players):
        living += v.alive[i]
        friends += v.alive[i] != 0 and v.relation[i] == FRIEND
    enemies = v.e * max(0, living - friends - 2) / max(1, players - 1 - v.f)
    others = max(0.0, v.f * (living - 1) / max(1, players - 1) - friends)
    fighters = m.active + (0 if m.shooter[v.me] >= 0 or fires_on(v, v.me) else 1)
    return 0.7 + (enemies + others) / fighters


@rule
def to_protect(m, v, least):
    """Who shot a friend that is not dead anyway, and expects shots enough: enemies first, then who expects most."""
    chosen = no_shot(v)
    most = -1.0
    for k in range(v.f):
        i = m.shooter[v.friends[k]]
        if i >= 0 and lives(v, i, NEUTRAL) and m.expected[v.friends[k]] < DEAD - MARGIN and m.expected[i] > least:
            worth = short_of_dead(m, i) + (DEAD if v.relation[i] == ENEMY else 0.0)
            if worth > most + MARGIN:
                most = worth
                chosen = i
    return chosen


@rule
def to_finish(m, v, least):
    """The enemy who expects most shots, and enough."""
    chosen = no_shot(v)
    most = -1.0
    for k in range(v.e):
        i = v.enemies[k]
        if v.alive[i] != 0 and m.expected[i] > least and short_of_dead(m, i) > most + MARGIN:
            most = short_of_dead(m, i)
            chosen = i
    return chosen


@rule
def short_of_dead(m, i):
    """The shots that i expects, 0 where it is dead anyway: such a target comes last."""
    return m.expected[i] if m.expected[i] < DEAD - MARGIN else 0.0


@player(("active", "i4"), per_player("shooter", "i4"), per_player("expected", "f8"))
def g3(g, m, v):
    """Protects itself, then friends, then finishes enemies, where its shot is likely the second of two (group 3, 2013).

    Duellists fire at each other (1.0 shots), who is shot and shoots somebody else at either (0.5 each), an attacker
    repeats (0.8), a victim answers (0.9), and bystanders find enemies in the fight by chance. From 1.6 shots on somebody
    is dead anyway (it gives itself up at 2.0). To protect a friend or finish an enemy, the target has to expect 0.8
    shots, or 1.1 if retaliation would be deadly (1.9 for a friend's sake). Failing all this it shoots the only
    non-friend left, a neutral only if f >= e. It is silent in the first round.
    """
    if v.turn == 0:
        return no_shot(v)
    expect(m, v)
    attacker = m.shooter[v.me]
    if attacker >= 0 and lives(v, attacker, NEUTRAL) and m.expected[v.me] < DEAD + 0.4 - MARGIN:
        return attacker
    feared = retaliation(m, v) + MARGIN
    chosen = to_protect(m, v, (EAGER if feared < DEAD + 0.3 else CAREFUL) - MARGIN)
    if chosen == no_shot(v):
        chosen = to_finish(m, v, (EAGER if feared < DEAD else CAREFUL) - MARGIN)
    return chosen if chosen != no_shot(v) else last_stranger(v, v.f >= v.e)


# g4: events.


@rule
def danger(m, v, shooter, victim):
    """How dangerous it is to me that one shot the other. A threat is a neutral who ever shot me."""
    if v.relation[shooter] == ENEMY:
        return 20.0 if v.relation[victim] == FRIEND else 18.0 if victim == v.me else 15.0
    if v.relation[shooter] == NEUTRAL and m.threat[shooter] != 0:
        return 19.0 if v.relation[victim] == FRIEND else 16.0 if victim == v.me else 14.0
    if v.relation[shooter] == NEUTRAL and v.relation[victim] == FRIEND:
        return 17.0
    if v.relation[shooter] == NEUTRAL and v.relation[victim] == NEUTRAL and m.threat[victim] == 0:
        return 6.0
    return 0.0


@player(per_player("threat", "i1"), per_player("victim", "i4"), per_player("danger", "f8"))
def g4(g, m, v):
    """Fires at the shooter of the most dangerous event it remembers; a danger is worth 0.55 of itself later (group 4, 2013).

    An event ends when its shooter or its victim dies; of every shooter it remembers the worst. If only one non-friend
    is left it shoots that, a neutral only if e - f - 1 <= 0. It is silent in the first round.
    """
    if v.turn == 0:
        return no_shot(v)
    players = len(v.alive)
    for i in range(players):
        m.danger[i] = 0.55 * m.danger[i] if v.alive[i] != 0 and v.alive[m.victim[i]] != 0 else 0.0
        if v.shots[i] == v.me:
            m.threat[i] = 1
    chosen = last_stranger(v, v.e - v.f - 1 <= 0)
    if chosen != no_shot(v):
        return chosen
    most = 0.0
    for i in range(players):
        if fires_on(v, i) and danger(m, v, i, v.shots[i]) >= m.danger[i]:
            m.danger[i] = danger(m, v, i, v.shots[i])
            m.victim[i] = v.shots[i]
        if m.danger[i] > most:
            most = m.danger[i]
            chosen = i
    return chosen


BOLD = 4  # more friends than enemies: of the line-ups of 2013 those in which g8 started fights among its like


@player(per_player("grudge", "f8"), per_player("joined", "i1"))
def g8(g, m, v):
    """Fires at the non-friend with the highest score above 0, and starts fights when it has many friends (group 8).

    Shots count 2 at me, 1 at a friend and -1 at an enemy, 0.9 times as much a round later. To this come 1.9 if it will
    be retaliated on (whom it shot in the last round, other than me, still lives), 1 if a living friend shot it and 1 if
    I did. Where nobody scores and it has at least four more friends than enemies, it fires at its first living enemy.
    """
    players = len(v.alive)
    for i in range(players):
        m.joined[i] = 0
    for i in range(players):
        target = v.shots[i]
        m.grudge[i] *= 0.9
        if target >= 0:
            m.grudge[i] += 2.0 * (target == v.me) + (v.relation[target] == FRIEND) - 1.0 * (v.relation[target] == ENEMY)
            if v.relation[i] == FRIEND and v.alive[i] != 0:
                m.joined[target] = 1
    chosen = no_shot(v)
    most = 0.0
    for i in range(players):
        if lives(v, i, NEUTRAL):
            score = m.grudge[i] + m.joined[i] + (v.shots[v.me] == i) + 1.9 * (fires_on(v, i) and v.shots[i] != v.me)
            if score > most + MARGIN:
                most = score
                chosen = i
    return first_enemy(v) if chosen == no_shot(v) and v.f - v.e >= BOLD else chosen

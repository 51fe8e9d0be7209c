"""How Gunslinger is sensed: a choice is a player to shoot at, by private number, or no shot.

    holds                            it is no shot (all else that is said of a player is 0 then)
    friend, enemy, stranger          what the player is to me
    shot_me, shot_friend             it did so in the last round
    has_shot_me, has_shot_friend     how often so far, up to three times
    under_fire                       somebody else shot it in the last round
    friend_fires                     a friend of mine did
    fires_again                      whom it shot in the last round still lives
    again                            I shot it in the last round
    hurt, quiet                      somebody shot me in the last round; share of the rounds without a death that end a game
    whim                             a number of dice
"""

from __future__ import annotations

from lek import dice
from lek.brains.senses import Senses
from lek.game import Game
from lek.games.gunslinger import ENEMY, FRIEND, NEUTRAL, QUIET
from lek.jit import rule
from lek.players.gunslinger.groups import fires_on
from lek.players.gunslinger.strategies import any_of, first_enemy, lives, no_shot

NUMBERS = ("holds", "friend", "enemy", "stranger", "shot_me", "shot_friend", "has_shot_me", "has_shot_friend", "under_fire",
           "friend_fires", "fires_again", "again", "hurt", "quiet", "whim")
ANSWERS = ("no shot", "the first enemy", "any enemy", "who shot me", "who shot a friend", "an enemy under fire",
           "any but friends")


@rule
def look(m, v):
    """Note who shot whom in the last round."""
    m.hurt = 0
    m.friend_hurt = 0
    for i in range(len(v.alive)):
        m.under_fire[i] = 0
        m.friend_fires[i] = 0
    for i in range(len(v.alive)):
        target = v.shots[i]
        if target >= 0:
            m.shot_me[i] += target == v.me
            m.shot_friend[i] += v.relation[target] == FRIEND
            m.hurt |= target == v.me
            m.friend_hurt |= v.relation[target] == FRIEND
            if i != v.me:
                m.under_fire[target] = 1
            if v.relation[i] == FRIEND:
                m.friend_fires[target] = 1


@rule
def action(m, v, c):
    """No shot, or one at somebody else who lives."""
    return c if c == no_shot(v) or (v.alive[c] != 0 and c != v.me) else -1


@rule
def sense(m, v, c, x):
    for k in range(len(x)):
        x[k] = 0.0
    if c == no_shot(v):
        x[0] = 1.0
    else:
        target = v.shots[c]
        x[1] = v.relation[c] == FRIEND
        x[2] = v.relation[c] == ENEMY
        x[3] = v.relation[c] == NEUTRAL
        x[4] = target == v.me
        x[5] = target >= 0 and v.relation[target] == FRIEND
        x[6] = min(3, m.shot_me[c]) / 3.0
        x[7] = min(3, m.shot_friend[c]) / 3.0
        x[8] = m.under_fire[c]
        x[9] = m.friend_fires[c]
        x[10] = fires_on(v, c)
        x[11] = v.shots[v.me] == c
    x[12] = m.hurt
    x[13] = v.quiet / QUIET
    x[14] = dice.uniform(m)


@rule
def symbol(m, v):
    """Whether I was shot, a friend was, and an enemy is under fire."""
    enemy = 0
    for i in range(len(v.alive)):
        if lives(v, i, ENEMY) and m.under_fire[i] != 0:
            enemy = 1
    return 4 * m.hurt + 2 * m.friend_hurt + enemy


@rule
def the_one_of(m, v, k):
    """Who shot me (k = 3) or a friend (4) most often, or an enemy under fire (5); no shot where there is none."""
    chosen = no_shot(v)
    most = 0
    for i in range(len(v.alive)):
        if v.alive[i] != 0 and i != v.me:
            weight = m.shot_me[i] if k == 3 else m.shot_friend[i]
            if k == 5:
                weight = m.under_fire[i] if v.relation[i] == ENEMY else 0
            if weight > most:
                most = weight
                chosen = i
    return chosen


@rule
def answer(m, v, k):
    target = no_shot(v)
    if k == 0:
        return target
    if k == 1:
        target = first_enemy(v)
    elif k == 2:
        target = any_of(m, v, ENEMY)
    elif k == 6:
        target = any_of(m, v, NEUTRAL)
    else:
        target = the_one_of(m, v, k)
    return target if target != no_shot(v) else -1


def senses(game: Game) -> Senses:
    """For any number of players."""
    each = (game.seats,)
    return Senses(game.actions, action, NUMBERS, sense, symbols=8, symbol=symbol, answers=ANSWERS, answer=answer, look=look,
                  memory=[("rng", "u8"), ("shot_me", "i4", each), ("shot_friend", "i4", each), ("under_fire", "i1", each),
                          ("friend_fires", "i1", each), ("hurt", "i1"), ("friend_hurt", "i1")])

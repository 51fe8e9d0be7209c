"""The text of a search for proofs, compiled into `lek.brains.alphabeta` where a judgement says when proofs are in reach.

Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002). Is the
position won for the player at the root, or not? Every position has two numbers: how much is still to be shown that its
mover wins (`to_win`), and that he does not (`to_stop`). The search goes on where least is left to show, and down each line
until a number passes its limit, when another line has become the shorter one. Of numbers that add up, the largest counts
whole and the others one each, since lines that meet again would be counted twice (T. Ueda and others, "Weak proof-number
search", 2008). The players take turns; a draw is no win.

It keeps its own table, p = m.proof, and can stop after any number of positions and go on later.
"""

SOURCE = '''
DONE = 1 << 29  # shown: no number gets larger
UNKNOWN = -1


@njit
def prove_begin(g, m):
    """A new position to prove."""
    p = m.proof
    p.states[0] = m.states[0]
    p.notes[0] = m.notes[0]
    p.open = False
    if m.choices > 1 and ripe(g, p.notes[0], p.states[0]) and foresee(g, p.notes[0], p.states[0], 0) == 0.0:
        p.open = True
        p.who = m.who[0]
        p.ply = 0
        p.limit_win[0] = DONE
        p.limit_stop[0] = DONE
        p.many[0] = UNKNOWN


@njit
def prove(g, m, nodes):
    """Go on for a share of so many positions; true when the player at the root has a winning move, then m.found."""
    p = m.proof
    stop = m.nodes + np.int64(g.prove * nodes)
    while p.open and m.nodes < stop:
        ply = p.ply
        if p.many[ply] == UNKNOWN:
            list_children(g, m, ply)
        weigh(m, ply)
        if p.to_win[ply] >= p.limit_win[ply] or p.to_stop[ply] >= p.limit_stop[ply]:
            keep_proof(m, ply)
            if ply == 0:
                p.open = False
                if p.to_win[0] == 0:
                    m.found = p.moves[0, p.best[0]]
                    m.worth = SURE
                    return True
            else:
                p.ply = ply - 1
        else:
            descend(g, m, ply)
    return False


@njit
def proof_key(m, e, s):
    return key(e, s) ^ scramble(np.uint64(1 + m.proof.who))


@njit
def make_child(g, m, ply, a):
    """The position after an action."""
    p = m.proof
    p.states[ply + 1] = p.states[ply]
    p.notes[ply + 1] = p.notes[ply]
    follow(g, p.notes[ply + 1], p.states[ply], a)
    step(p.states[ply + 1], a)
    m.nodes += 1


@njit
def list_children(g, m, ply):
    """The moves of a position, and what is plain about those positions they lead to."""
    p = m.proof
    s = p.states[ply]
    mover = owner(s, actor(s))
    n = 0
    for a in range(p.moves.shape[1]):
        if not legal(s, a) or order(g, p.notes[ply], s, a) < LEAVE_OUT:
            continue
        make_child(g, m, ply, a)
        t = p.states[ply + 1]
        e = p.notes[ply + 1]
        p.moves[ply, n] = a
        shown = UNKNOWN  # 1: the child's mover wins, 0: he does not
        if actor(t) < 0:
            margin = score(t, mover) - score(t, 1 - mover)
            shown = 1 if margin < 0.0 or (margin == 0.0 and mover == p.who) else 0
        else:
            sign = foresee(g, e, t, 0)
            if sign != 0.0:
                shown = 1 if sign > 0.0 else 0
            elif ply + 2 >= len(p.many):
                shown = 2  # too deep to know
            p.keys[ply, n] = proof_key(m, e, t)
        p.win[ply, n] = UNKNOWN if shown == UNKNOWN else 0 if shown == 1 else DONE
        p.halt[ply, n] = UNKNOWN if shown == UNKNOWN else 0 if shown == 0 else DONE
        n += 1
        if shown == 0:
            break
    p.many[ply] = n


@njit
def weigh(m, ply):
    """The numbers of a position from those of its children: one that the other cannot win, or all that he wins."""
    p = m.proof
    table = p.table
    least = DONE
    second = DONE
    largest = 0
    others = 0
    best = 0
    for i in range(p.many[ply]):
        win = np.int64(p.win[ply, i])
        halt = np.int64(p.halt[ply, i])
        if win == UNKNOWN:
            win = 1
            halt = 1
            k = p.keys[ply, i]
            at = np.int64(k & np.uint64(len(table) - 1))
            for _ in range(2):
                if table[at].key == k:
                    win = np.int64(table[at].to_win)
                    halt = np.int64(table[at].to_stop)
                at ^= 1
        if win > 0:
            largest = max(largest, win)
            others += 1
        if halt < least or i == 0:
            second = least
            least = halt
            best = i
        elif halt < second:
            second = halt
    p.best[ply] = best
    p.second[ply] = second
    p.others[ply] = others - 1
    p.to_win[ply] = least
    p.to_stop[ply] = DONE if least == 0 or largest >= DONE else largest + others - 1 if largest > 0 else 0
    if p.to_stop[ply] == 0:
        p.to_win[ply] = DONE


@njit
def keep_proof(m, ply):
    """Into the table, in place of whoever had the smaller numbers."""
    p = m.proof
    table = p.table
    k = proof_key(m, p.notes[ply], p.states[ply])
    at = np.int64(k & np.uint64(len(table) - 1))
    if table[at].key != k and (table[at ^ 1].key == k or table[at ^ 1].size < table[at].size):
        at ^= 1
    table[at].key = k
    table[at].to_win = p.to_win[ply]
    table[at].to_stop = p.to_stop[ply]
    table[at].size = min(p.to_win[ply], p.to_stop[ply]) if p.to_win[ply] > 0 and p.to_stop[ply] > 0 else DONE


@njit
def descend(g, m, ply):
    """On to the child with least left to show, until there is more left than elsewhere."""
    p = m.proof
    make_child(g, m, ply, np.int64(p.moves[ply, p.best[ply]]))
    foresee(g, p.notes[ply + 1], p.states[ply + 1], 0)
    p.limit_win[ply + 1] = min(DONE, p.limit_stop[ply] - p.others[ply])
    p.limit_stop[ply + 1] = min(p.limit_win[ply], p.second[ply] + p.second[ply] // 4 + 1)
    p.many[ply + 1] = UNKNOWN
    p.ply = ply + 1
'''

NOTHING_TO_PROVE = '''

@njit
def prove_begin(g, m):
    pass


@njit
def prove(g, m, nodes):
    return False
'''

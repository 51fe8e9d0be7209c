"""The text of the alpha-beta loop, compiled for every game and judgement by `lek.brains.alphabeta`.

    ENTER  look at the position at `ply`: is it over, foreseen, in the table, or deep enough? Else list its moves.
    NEXT   make the best move not yet tried, and enter the position it leads to
    BACK   the position at `ply` is worth `value`: take it up one move
    END    nothing more to find
"""

SOURCE = '''
ENTER, NEXT, BACK, END = 0, 1, 2, 3
BOUNDS, EVALUATIONS = 0, 1
QUICK, BY_EVALUATION = 0, 1
EXACT, LOWER, UPPER = 0, 1, 2
INFINITE = 1.0e9
SURE = 990000.0
UNIT = 1.0 / 1024.0
LEAVE_OUT = -1.0e8
COMPLETE = 100  # the depth of what was searched to the end of the game
OLDEST = 63
ENDLESS = 1 << 62  # nodes, where only the depth is limited


@njit
def begin(g, m, s):
    """A new position: nothing is known but what the table, the killers and the history remember."""
    m.states[0] = s
    note(g, m.notes[0], m.states[0])
    m.who[0] = owner(s, actor(s))
    m.nodes = 0
    m.evaluations = 0
    m.reached = 0
    m.worth = 0.0
    m.found = -1
    m.choices = 0
    for a in range(m.moves.shape[1]):
        if legal(s, a):
            m.choices += 1
            if m.found < 0:
                m.found = a
        m.history[0, a] *= 0.25
        m.history[1, a] *= 0.25
    for ply in range(m.killers.shape[0]):
        m.killers[ply, 0] = -1
        m.killers[ply, 1] = -1
    m.age = (m.age + 1) & OLDEST
    m.depth = 0
    if m.choices <= 1:
        m.phase = END
    else:
        deepen(g, m)
    prove_begin(g, m)


@njit
def deepen(g, m):
    """Begin the next iteration, or end."""
    if m.depth >= g.depth or m.depth >= m.killers.shape[0] - 2:
        m.phase = END
        return
    m.depth = m.depth + 1 if g.deepen else g.depth
    m.low = -INFINITE
    m.high = INFINITE
    if g.prune and g.window > 0.0 and m.reached > 0 and abs(m.worth) < SURE:
        m.low = in_steps(m.worth - g.window)
        m.high = in_steps(m.worth + g.window)
    m.cut = 0
    m.ply = 0
    m.left[0] = m.depth
    m.alpha[0] = m.low
    m.beta[0] = m.high
    m.phase = ENTER


@njit
def end_iteration(g, m):
    """What an iteration found; with the aspiration window missed, the same again with the window opened."""
    v = m.best[0]
    if v <= m.low and m.low > -INFINITE or v >= m.high and m.high < INFINITE:
        if v <= m.low:
            m.low = -INFINITE
        else:
            m.high = INFINITE
        m.alpha[0] = m.low
        m.beta[0] = m.high
        m.cut = 0
        m.ply = 0
        m.phase = ENTER
        return
    m.found = m.best_move[0]
    m.worth = v
    m.reached = m.depth
    if abs(v) >= SURE or m.cut == 0:
        m.phase = END
    else:
        deepen(g, m)


@njit
def answer(m):
    """The best action so far. An unfinished iteration counts once it has a move that its window can vouch for."""
    if m.phase != END and m.reached > 0 and m.tried[0] > 0 and m.depth > m.reached and m.best_move[0] >= 0:
        if m.best[0] > m.low and m.best[0] > m.bottom[0]:
            return m.best_move[0]
    return m.found


@njit
def judged(g, m, table, e, s):
    """The evaluation of a position, from the table of evaluations where there is one."""
    if g.table == EVALUATIONS:
        k = key(e, s)
        i = np.int64(k & np.uint64(len(table) - 1))
        packed = table[i].packed
        if table[i].check == (k ^ packed) and packed != np.uint64(0):
            return (np.int64(packed & np.uint64(0xFFFFFFFF)) - 2147483648) * UNIT
        m.evaluations += 1
        v = in_steps(evaluate(g, e, s))
        packed = np.uint64(np.int64(v * 1024.0) + 2147483648) | (np.uint64(1) << np.uint64(40))
        table[i].packed = packed
        table[i].check = k ^ packed
        return v
    m.evaluations += 1
    return in_steps(evaluate(g, e, s))


@njit
def final(s, who, ply):
    """The value of a finished game."""
    return won(score(s, who) - score(s, 1 - who), ply)


@njit
def enter(g, m, table):
    ply = m.ply
    s = m.states[ply]
    e = m.notes[ply]
    m.phase = BACK
    if actor(s) < 0:
        m.value = final(s, m.who[ply], ply)
        return
    v = foresee(g, e, s, ply)
    if v != 0.0 and ply > 0:
        m.value = v
        return
    if g.extend and ply > 0 and ply < 2 * m.depth and ply < m.killers.shape[0] - 2 and urgent(g, e, s):
        m.left[ply] += 1
    left = m.left[ply]
    if left <= 0:
        m.cut += 1
        m.value = judged(g, m, table, e, s)
        return
    hashed = -1
    if g.table == BOUNDS:
        k = key(e, s)
        m.key[ply] = k
        i = np.int64(k & np.uint64(len(table) - 1))
        for j in range(2):
            packed = table[i ^ j].packed
            if table[i ^ j].check == (k ^ packed) and packed != np.uint64(0):
                v = (np.int64(packed & np.uint64(0xFFFFFFFF)) - 2147483648) * UNIT
                depth = np.int64((packed >> np.uint64(32)) & np.uint64(127))
                bound = np.int64((packed >> np.uint64(40)) & np.uint64(3))
                hashed = np.int64((packed >> np.uint64(42)) & np.uint64(0xFFFF)) - 1
                if ply > 0 and depth >= left:
                    if v >= SURE:
                        v -= ply
                    elif v <= -SURE:
                        v += ply
                    if bound == EXACT or (bound == LOWER and v >= m.beta[ply]) or (bound == UPPER and v <= m.alpha[ply]):
                        if depth < COMPLETE:
                            m.cut += 1
                        m.value = v
                        return
                break
    if ply == 0 and m.reached > 0:
        hashed = m.found
    if not g.recall:
        hashed = -1
    m.many[ply] = list_moves(g, m, table, hashed)
    if m.many[ply] == 0:  # nobody can move: the scores stand as they are
        m.value = final(s, m.who[ply], ply)
        return
    m.tried[ply] = 0
    m.best[ply] = -INFINITE
    m.best_move[ply] = -1
    m.bottom[ply] = m.alpha[ply]
    m.cuts[ply] = m.cut
    m.phase = NEXT


@njit
def list_moves(g, m, table, hashed):
    """The legal moves of the position at `ply` with their ranks; how many they are."""
    ply = m.ply
    s = m.states[ply]
    e = m.notes[ply]
    who = m.who[ply]
    many = 0
    kept = 0
    for a in range(m.moves.shape[1]):
        if legal(s, a):
            if g.sort == QUICK:
                r = order(g, e, s, a)
            elif g.sort == BY_EVALUATION:
                m.states[ply + 1] = s
                m.notes[ply + 1] = e
                follow(g, m.notes[ply + 1], s, a)
                t = m.states[ply + 1]
                step(t, a)
                if actor(t) < 0:
                    r = final(t, who, ply + 1)
                else:
                    r = judged(g, m, table, m.notes[ply + 1], t)
                    if owner(t, actor(t)) != who:
                        r = -r
            else:
                r = -float(many)
            if g.history and g.sort != BY_EVALUATION:
                r += m.history[who, a]
            if g.killers and (a == m.killers[ply, 0] or a == m.killers[ply, 1]) and r > LEAVE_OUT:
                r += 1.0e6
            if a == hashed:
                r = INFINITE
            if r > LEAVE_OUT:
                kept += 1
            m.moves[ply, many] = a
            m.rank[ply, many] = r
            many += 1
    if kept == 0 or kept == many:
        return many
    n = 0
    for i in range(many):
        if m.rank[ply, i] > LEAVE_OUT:
            m.moves[ply, n] = m.moves[ply, i]
            m.rank[ply, n] = m.rank[ply, i]
            n += 1
    return n


@njit
def make(g, m, low, high, less):
    """Make the move being tried, and have the position it leads to looked at with this window, so much `less` deep."""
    ply = m.ply
    m.left[ply + 1] = m.left[ply] - 1 - less
    a = m.moves[ply, m.tried[ply] - 1]
    m.states[ply + 1] = m.states[ply]
    m.notes[ply + 1] = m.notes[ply]
    follow(g, m.notes[ply + 1], m.states[ply], a)
    t = m.states[ply + 1]
    step(t, a)
    body = actor(t)
    who = owner(t, body) if body >= 0 else 1 - m.who[ply]
    m.who[ply + 1] = who
    if who == m.who[ply]:
        m.alpha[ply + 1] = low
        m.beta[ply + 1] = high
    else:
        m.alpha[ply + 1] = -high
        m.beta[ply + 1] = -low
    m.ply = ply + 1
    m.phase = ENTER


@njit
def next_move(g, m):
    ply = m.ply
    i = m.tried[ply]
    best = i
    for j in range(i + 1, m.many[ply]):
        if m.rank[ply, j] > m.rank[ply, best]:
            best = j
    a = m.moves[ply, best]
    r = m.rank[ply, best]
    for j in range(best, i, -1):  # the others keep their order
        m.moves[ply, j] = m.moves[ply, j - 1]
        m.rank[ply, j] = m.rank[ply, j - 1]
    m.moves[ply, i] = a
    m.rank[ply, i] = r
    m.tried[ply] = i + 1
    low = m.alpha[ply] if g.prune else -INFINITE
    m.scouting[ply] = g.scout and i > 0 and low > -INFINITE and m.beta[ply] - low > UNIT
    late = g.reduce and i >= 3 and m.left[ply] >= 3 and r < 5.0e5 and low > -SURE
    m.reduced[ply] = 0 if not late else 2 if i >= 8 and m.left[ply] >= 5 else 1
    make(g, m, low, low + UNIT if m.scouting[ply] else m.beta[ply], m.reduced[ply])


@njit
def take_back(g, m, table):
    """The value of a position goes up to the one before it."""
    v = m.value
    if m.who[m.ply] != m.who[m.ply - 1]:
        v = -v
    m.ply -= 1
    ply = m.ply
    low = m.alpha[ply]
    if m.reduced[ply] and v > low:
        m.reduced[ply] = 0
        make(g, m, low, low + UNIT if m.scouting[ply] else m.beta[ply], 0)
        return
    if m.scouting[ply] and v > low and v < m.beta[ply]:
        m.scouting[ply] = 0
        make(g, m, low, m.beta[ply], 0)
        return
    a = m.moves[ply, m.tried[ply] - 1]
    if v > m.best[ply]:
        m.best[ply] = v
        m.best_move[ply] = a
        if v > m.alpha[ply]:
            m.alpha[ply] = v
    if m.alpha[ply] >= m.beta[ply]:
        if g.killers and m.killers[ply, 0] != a:
            m.killers[ply, 1] = m.killers[ply, 0]
            m.killers[ply, 0] = a
        if g.history:
            m.history[m.who[ply], a] += m.left[ply] * m.left[ply]
            if m.history[m.who[ply], a] > 1.0e5:
                for b in range(m.moves.shape[1]):
                    m.history[0, b] *= 0.5
                    m.history[1, b] *= 0.5
        leave(g, m, table)
    elif m.tried[ply] == m.many[ply]:
        leave(g, m, table)
    else:
        m.phase = NEXT


@njit
def leave(g, m, table):
    """All that matters at `ply` was tried: keep what was learnt, and go back."""
    ply = m.ply
    v = m.best[ply]
    if g.table == BOUNDS:
        remember(m, table, ply, v)
    m.value = v
    m.phase = BACK


@njit
def remember(m, table, ply, v):
    depth = min(m.left[ply], COMPLETE - 1) if m.cut > m.cuts[ply] else COMPLETE
    bound = UPPER if v <= m.bottom[ply] else LOWER if v >= m.beta[ply] else EXACT
    if v >= SURE:
        v += ply
    elif v <= -SURE:
        v -= ply
    k = m.key[ply]
    i = np.int64(k & np.uint64(len(table) - 1))
    old = table[i].packed
    same = table[i].check == (k ^ old)
    fresh = np.int64((old >> np.uint64(58)) & np.uint64(OLDEST)) == m.age
    if fresh and not same and np.int64((old >> np.uint64(32)) & np.uint64(127)) > depth:
        i = i ^ 1
    packed = (np.uint64(np.int64(v * 1024.0) + 2147483648) | (np.uint64(depth) << np.uint64(32))
              | (np.uint64(bound) << np.uint64(40)) | (np.uint64(m.best_move[ply] + 1) << np.uint64(42))
              | (np.uint64(m.age) << np.uint64(58)))
    table[i].packed = packed
    table[i].check = k ^ packed


@njit
def go(g, m, table, nodes):
    """On for so many nodes; true when there is nothing more to find."""
    stop = m.nodes + nodes
    if m.phase != END and nodes < ENDLESS and prove(g, m, nodes):
        m.phase = END
    while m.phase != END:
        if m.phase == ENTER:
            if m.nodes >= stop:
                return False
            m.nodes += 1
            enter(g, m, table)
        elif m.phase == NEXT:
            next_move(g, m)
        elif m.ply == 0:
            end_iteration(g, m)
        else:
            take_back(g, m, table)
    return True


@njit
def act(g, m, s):
    first = before(g, m, s)
    if first >= 0:
        return first
    begin(g, m, s)
    go(g, m, m.table, g.nodes if g.nodes > 0 else ENDLESS)
    return answer(m)
'''

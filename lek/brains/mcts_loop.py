"""The text of the Monte-Carlo tree search, compiled for every game and judgement by `lek.brains.mcts`.

One simulation: down the tree by `select`, at a ripe leaf make its children (`expand`), from there play at random to the end
(`playout`), and back up again (`back_up`, and `prove` where the leaf's value is known for sure).

    m.states[0] the root, [1] where the simulation stands, [2] for trying out a move; m.notes likewise
    m.path      the entries of the tree from the root down to where the simulation left it
"""

SOURCE = '''
SEARCH, END = 0, 1
OPEN, WON, LOST, DRAWN = 0, 1, 2, 3  # of a position: WON + who is won by `who`, LOST - who is lost by `who`
FIRST, AT, TRIED = 0, 1, 2
TRIES = 8
MOST = (1 << 30) - 1  # visits: twice as many half points are what an entry can hold
SURE_VOTE = 1 << 40
PROVEN = 1.0e6
UNSEEN = 1.0e9


@njit
def begin(g, m, s):
    """A new position, and no tree yet."""
    m.states[FIRST] = s
    note(g, m.notes[FIRST], m.states[FIRST])
    m.used = 0
    m.nodes = 0
    m.reached = 0
    m.depth = 0
    m.worth = 0.0
    m.found = -1
    m.choices = 0
    over = actor(s) < 0
    for a in range(len(m.votes)):
        m.votes[a] = -2 * SURE_VOTE
        if not over and legal(s, a):
            m.choices += 1
            m.votes[a] = 0
            if m.found < 0:
                m.found = a
    m.phase = SEARCH if m.choices > 1 else END


@njit
def final(s):
    """Who wins by the scores as they stand."""
    margin = score(s, 0) - score(s, 1)
    return WON if margin > 0.0 else LOST if margin < 0.0 else DRAWN  # for seat 0


@njit
def points_of(winner):
    """Half points of seat 0."""
    return 2 if winner == WON else 1 if winner == DRAWN else 0


@njit
def random_action(m, s):
    """A legal action, each as likely as any other; -1 where there is none."""
    actions = len(m.votes)
    for _ in range(TRIES):
        a = below(m, actions)
        if legal(s, a):
            return a
    many = 0
    for a in range(actions):
        if legal(s, a):
            m.listed[many] = a
            many += 1
    return np.int64(m.listed[below(m, many)]) if many > 0 else -1


@njit
def can_win(m, s, who):
    """Whether the player to act has an action that wins at once."""
    for a in range(len(m.votes)):
        if legal(s, a):
            m.states[TRIED] = s
            t = m.states[TRIED]
            step(t, a)
            if actor(t) < 0 and final(t) == WON + who:
                return True
    return False


@njit
def playout(g, m, s, e):
    """Play at random to the end: who wins."""
    body = actor(s)
    while body >= 0:
        who = owner(s, body)
        if g.decisive:
            sign = foresee(g, e, s, 0)
            if sign == 0.0 and TRY_ALL and can_win(m, s, who):
                sign = 1.0
            if sign != 0.0:
                return WON + who if sign > 0.0 else LOST - who
        a = random_action(m, s)
        if a < 0:
            break
        if g.rave > 0.0:
            m.played[who, a] = m.simulations
        if g.decisive:
            follow(g, e, s, a)
        step(s, a)
        body = actor(s)
    return final(s)


@njit
def playouts(g, m, s, n):
    """So many random games from a position: half points of seat 0."""
    points = 0
    for _ in range(n):
        m.states[AT] = s
        if g.decisive:
            note(g, m.notes[AT], m.states[AT])
        points += points_of(playout(g, m, m.states[AT], m.notes[AT]))
    return points


@njit
def blank(table, i, action):
    table[i].visits = 0
    table[i].total = 0
    table[i].amaf = 0
    table[i].amaf_total = 0
    table[i].bias = 0.0
    table[i].first = 0
    table[i].many = 0
    table[i].action = action
    table[i].who = 0
    table[i].proven = OPEN


@njit
def plant(g, m, table):
    """A tree of one entry, the root."""
    s = m.states[FIRST]
    blank(table, 0, -1)
    table[0].who = owner(s, actor(s))
    m.used = 1
    m.states[AT] = s
    m.notes[AT] = m.notes[FIRST]
    expand(g, m, table, 0)


@njit
def expand(g, m, table, node):
    """Make the children of the position m.states[AT], without those that lose at once, or prove it; nothing when full."""
    s = m.states[AT]
    who = np.int64(table[node].who)
    first = np.int64(m.used)
    actions = len(m.votes)
    if first + actions > len(table):
        return
    many = 0
    lost = 0
    drawn = 0
    a = below(m, actions)  # where the listing begins, so that no action always comes first
    for _ in range(actions):
        a += 1
        if a >= actions:
            a = 0
        if not legal(s, a):
            continue
        i = first + many
        blank(table, i, a)
        m.states[TRIED] = s
        t = m.states[TRIED]
        m.notes[TRIED] = m.notes[AT]
        e = m.notes[TRIED]
        follow(g, e, s, a)
        step(t, a)
        body = actor(t)
        if body < 0:
            table[i].proven = final(t)
        else:
            mover = owner(t, body)
            table[i].who = mover
            sign = foresee(g, e, t, 1)
            if sign != 0.0:
                table[i].proven = WON + mover if sign > 0.0 else LOST - mover
            elif g.bias > 0.0:
                v = math.tanh(evaluate(g, e, t) / g.scale)
                table[i].bias = v if mover == who else -v
        if g.solver:
            if table[i].proven == WON + who:
                table[node].proven = WON + who
                if node == 0:  # the winning move is all that the root needs
                    table[first] = table[i]
                    table[0].first = first
                    table[0].many = 1
                    m.used = first + 1
                return
            if table[i].proven == LOST - who:
                lost += 1
                continue
            if table[i].proven == DRAWN:
                drawn += 1
        many += 1
    if many == 0:
        table[node].proven = LOST - who if lost > 0 else final(s)
        return
    if g.solver and drawn == many:
        table[node].proven = DRAWN
    table[node].first = first
    table[node].many = many
    m.used = first + many


@njit
def select(g, table, node):
    """The child to look at: the largest upper bound, one never looked at before all others."""
    first = np.int64(table[node].first)
    explore = g.c * math.sqrt(math.log(1.0 + table[node].visits))
    best = first
    most = -UNSEEN
    for i in range(first, first + table[node].many):
        n = float(table[i].visits)
        v = UNSEEN
        if n > 0.0:
            part = 1.0 / n
            v = 0.5 * table[i].total * part
            if g.rave > 0.0 and table[i].amaf > 0:
                v += math.sqrt(g.rave / (3.0 * n + g.rave)) * (0.5 * table[i].amaf_total / table[i].amaf - v)
            v += explore * math.sqrt(part)
        elif g.rave > 0.0 and table[i].amaf > 0:
            v = 0.5 * table[i].amaf_total / table[i].amaf + explore
        if g.bias > 0.0:
            v += g.bias * table[i].bias / (n + 1.0)
        if v > most:
            most = v
            best = i
    return best


@njit
def simulate(g, m, table):
    """Once down the tree, out of it to the end, and back."""
    m.states[AT] = m.states[FIRST]
    m.notes[AT] = m.notes[FIRST]
    s = m.states[AT]
    e = m.notes[AT]
    m.simulations += 1
    node = np.int64(0)
    depth = 0
    m.path[0] = 0
    while table[node].proven == OPEN and depth < len(m.path) - 1:
        if table[node].many == 0:
            if table[node].visits >= g.expand:
                expand(g, m, table, node)
            if table[node].many == 0 or table[node].proven != OPEN:
                break
        node = select(g, table, node)
        a = np.int64(table[node].action)
        follow(g, e, s, a)
        step(s, a)
        depth += 1
        m.path[depth] = node
    if depth > m.reached:
        m.reached = depth
    winner = np.int64(table[node].proven)
    if winner == OPEN:
        winner = playout(g, m, s, e)
    elif g.solver:
        prove(m, table, depth)
    back_up(g, m, table, depth, winner)


@njit
def prove(m, table, depth):
    """What is proven of the last entry of the path is taken up as far as it decides the ones before it."""
    while depth > 0:
        node = np.int64(m.path[depth])
        over = np.int64(m.path[depth - 1])
        who = np.int64(table[over].who)
        if table[node].proven == WON + who:
            table[over].proven = WON + who
        else:
            if table[node].proven == LOST - who:
                leave_out(m, table, depth)
            if table[over].many == 0:
                table[over].proven = LOST - who
            elif all_drawn(table, over):
                table[over].proven = DRAWN
            else:
                return
        depth -= 1


@njit
def leave_out(m, table, depth):
    """Put an entry of the path behind the last of its siblings, where nobody looks."""
    node = np.int64(m.path[depth])
    over = np.int64(m.path[depth - 1])
    table[over].many -= 1
    last = np.int64(table[over].first + table[over].many)
    m.swap[0] = table[node]
    table[node] = table[last]
    table[last] = m.swap[0]
    m.path[depth] = last


@njit
def all_drawn(table, node):
    """Whether every move that does not lose is a draw."""
    for i in range(table[node].first, table[node].first + table[node].many):
        if table[i].proven != DRAWN:
            return False
    return True


@njit
def back_up(g, m, table, depth, winner):
    """Count the result in every entry of the path, for the player who moved there."""
    points = points_of(winner)
    for d in range(depth, 0, -1):
        node = np.int64(m.path[d])
        over = np.int64(m.path[d - 1])
        who = np.int64(table[over].who)
        mine = points if who == 0 else 2 - points
        table[node].visits += 1
        table[node].total += mine
        if g.rave > 0.0:
            m.played[who, table[node].action] = m.simulations
            for i in range(table[over].first, table[over].first + table[over].many):
                if m.played[who, table[i].action] == m.simulations:
                    table[i].amaf += 1
                    table[i].amaf_total += mine
    table[0].visits += 1


@njit
def tell(m, table):
    """The root's children as votes; the action with most of them, and what it is worth."""
    who = np.int64(table[0].who)
    proven = np.int64(table[0].proven)
    if proven != OPEN:
        m.worth = PROVEN if proven == WON + who else -PROVEN if proven == LOST - who else 0.0
    first = np.int64(table[0].first)
    if first == 0:
        return
    for a in range(len(m.votes)):
        if m.votes[a] > -2 * SURE_VOTE:
            m.votes[a] = -SURE_VOTE
    best = first
    m.votes[table[first].action] += 1  # with all moves lost, the one that was lost last
    for i in range(first, first + table[0].many):
        a = np.int64(table[i].action)
        m.votes[a] = table[i].visits
        if table[i].proven == WON + who:
            m.votes[a] += SURE_VOTE
        if m.votes[a] > m.votes[table[best].action]:
            best = i
    m.found = table[best].action
    if proven == OPEN and table[best].visits > 0:
        m.worth = table[best].total / float(table[best].visits) - 1.0


@njit
def answer(m):
    """The best action so far; after `begin` there always is one, if any is legal."""
    return np.int64(m.found)


@njit
def go(g, m, table, nodes):
    """On for so many playouts; true when there is nothing more to find."""
    if m.phase == END:
        return True
    if m.used == 0:
        plant(g, m, table)
    stop = m.nodes + nodes
    while m.nodes < stop and table[0].proven == OPEN and table[0].visits < MOST:
        m.nodes += 1
        simulate(g, m, table)
    if table[0].proven != OPEN or table[0].visits >= MOST:
        m.phase = END
    tell(m, table)
    return m.phase == END


@njit
def act(g, m, s):
    begin(g, m, s)
    go(g, m, m.table, g.playouts)
    return answer(m)
'''

"""Graph rules for Dots and Boxes, slow and obvious: the state graph, the paper's notation, and matching by trying all.

Rules: sections 1.2 to 1.4 of shared/rules/dots.md. A coin is labelled q, t, l or x for 4, 3, 2 or 1 strings; a string to
the border ends in the ground, n. A maximal row of k coins with two strings each is one node l(k), which keeps its k + 1
strings in order; a closed loop is a node l(k) with k strings, twice adjacent to itself.

A rule lists nodes with all their neighbours, and the string to be cut:

    q2l1(1+)x3x4w : l1(1+)q2n : x3q2 : x4q2 : x5w => q2-x3

A neighbour w is a string with anything at its other end. l(2+) is a chain of two or more. A length holds for the node
wherever it is told. A node's entry may be left out where those that mention it are all of its neighbours. l1[2]-n is the
third string of the chain, counted from the ground; l1-n is l1[0]-n.
"""

import re
from collections import namedtuple
from itertools import permutations

LABELS = {4: "q", 3: "t", 2: "l", 1: "x"}
ARITY = {"q": 4, "t": 3, "l": 2, "x": 1}

# The state graph

Node = namedtuple("Node", "label coins strings ends")
# strings: those of a chain in order along it; ends: what each of its ports leads to, a number of a node or "n"


def state_graph(game):
    """All nodes of a position, as a list."""
    groups = []  # of every node: label, coins, strings
    for coin, label in labels(game).items():
        if label != "l":
            groups.append((label, [coin], game.strings(coin)))
        elif not any(coin in coins for _, coins, _ in groups):
            groups.append(("l", *follow(game, coin)))
    home = {coin: number for number, (_, coins, _) in enumerate(groups) for coin in coins}
    nodes = []
    for number, (label, coins, strings) in enumerate(groups):
        ends = []
        for port in ports(label, strings):
            others = [home[coin] for coin in game.beside(port)]
            others.remove(number)
            ends.append(others[0] if others else "n")
        nodes.append(Node(label, coins, strings, ends))
    return nodes


def labels(game):
    return {box: LABELS[game.degree(box)] for box in range(len(game.sides)) if game.degree(box) > 0}


def follow(game, coin):
    """The coins and the strings, in order, of the chain or loop that this coin of degree 2 belongs to."""
    one, other = game.strings(coin)
    coins, strings = walk(game, coin, one)
    if strings[-1] == other:  # back at the coin: a loop
        return coins, strings
    start, first = coins[-1], strings[-1]  # an end of the chain: from there through all of it
    beyond = next(string for string in game.strings(start) if string != first)
    coins, strings = walk(game, start, beyond)
    return coins, [first, *strings]


def walk(game, coin, string):
    """From a coin of degree 2 along one of its strings, to the end or once around: the coins and strings passed."""
    start, coins, strings = coin, [coin], [string]
    while True:
        coin = game.across(coin, string)
        if coin is None or coin == start or game.degree(coin) != 2:
            return coins, strings
        string = next(other for other in game.strings(coin) if other != string)
        coins.append(coin)
        strings.append(string)


def ports(label, strings):
    """The strings by which a node hangs on others. Both of a loop are the same one."""
    if label != "l":
        return strings
    return [strings[0], strings[-1]]


def is_loop(node):
    return node.label == "l" and len(node.strings) == len(node.coins)


# The notation

Rule = namedtuple("Rule", "lengths neighbours action")
# lengths: of every chain, by name such as "l9": (k, whether "+"); neighbours: of every node, a list of names, "n" and "w";
# action: two pairs of a name (or "n", "w") and a number of strings inwards

TOKEN = re.compile(r"(?P<node>[qtlx]\d+)(\((?P<k>\d+)(?P<plus>\+?)\))?|(?P<end>[nw])|(?P<sign>:|=>|[-−–])|\[(?P<j>\d+)\]")
Token = namedtuple("Token", "kind text length at")


def wrong(what, at):
    """The first character is number 1."""
    return ValueError(f"{what} at character {at + 1}")


def tokens(text):
    found = []
    at = 0
    while at < len(text):
        token = TOKEN.match(text, at)
        if text[at].isspace():
            at += 1
            continue
        if token is None:
            if text[at] in ARITY:
                raise wrong(f"{text[at]} without a number", at)
            raise wrong(f"unknown label {text[at]!r}" if text[at].isalnum() else f"unexpected {text[at]!r}", at)
        if token["node"]:
            name = token["node"][0] + str(int(token["node"][1:]))
            found.append(Token("node", name, (int(token["k"]), token["plus"] == "+") if token["k"] else None, at))
        elif token["end"]:
            found.append(Token("end", token["end"], None, at))
        elif token["sign"]:
            found.append(Token("sign", token["sign"] if token["sign"] in (":", "=>") else "-", None, at))
        else:
            found.append(Token("index", int(token["j"]), None, at))
        at = token.end()
    return found


def split(found, sign):
    """The tokens between these signs."""
    parts = [[]]
    for token in found:
        if (token.kind, token.text) == ("sign", sign):
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def parse(text):
    found = tokens(text)
    parts = split(found, "=>")
    if len(parts) == 1:
        raise wrong("missing =>", len(text))
    if len(parts) > 2:
        raise wrong("a second =>", [token.at for token in found if token.text == "=>"][1])
    entries, refs = split(parts[0], ":"), split(parts[1], "-")
    lengths = parse_lengths(found)
    neighbours, places = parse_entries(entries, text.index("=>"))
    check_strings(neighbours, places)
    action = parse_action(refs, neighbours, len(text))
    for token in found:
        if token.kind == "node" and token.text[0] == "l" and token.text not in lengths:
            raise wrong(f"{token.text} has a length nowhere", token.at)
    return Rule(lengths, neighbours, action)


def parse_lengths(found):
    lengths, names = {}, {}
    for token in found:
        if token.kind != "node":
            continue
        number = token.text[1:]
        if names.setdefault(number, token.text) != token.text:
            raise wrong(f"{names[number]} and {token.text} have the same number", token.at)
        if token.length is not None:
            if token.text[0] != "l" or token.length[0] < 1:
                raise wrong(f"{token.text} cannot have the length {token.length[0]}", token.at)
            if lengths.setdefault(token.text, token.length) != token.length:
                raise wrong(f"inconsistent lengths of {token.text}", token.at)
    return lengths


def parse_entries(entries, end):
    """The neighbours of every node, and where each node is first told of: at its entry if it has one."""
    neighbours, places = {}, {}
    for entry in entries:
        for token in entry:
            if token.kind not in ("node", "end"):
                raise wrong(f"unexpected {token.text!r}", token.at)
        if not entry or entry[0].kind != "node":
            raise wrong("an entry without a node", entry[0].at if entry else end)
        name = entry[0].text
        if name in neighbours:
            raise wrong(f"a second entry of {name}", entry[0].at)
        neighbours[name] = [token.text for token in entry[1:]]
        places[name] = entry[0].at
    for entry in entries:
        for token in entry[1:]:
            if token.kind == "node" and token.text not in neighbours:  # left out: those that mention it
                neighbours[token.text] = [name for name in places for other in neighbours[name] if other == token.text]
    for entry in entries:
        for token in entry:
            places.setdefault(token.text, token.at)
    return neighbours, places


def check_strings(neighbours, places):
    for name, others in neighbours.items():
        if len(others) != ARITY[name[0]]:
            raise wrong(f"{name} has {ARITY[name[0]]} neighbours, not {len(others)},", places[name])
        for other in others:
            if other in ("n", "w"):
                continue
            if other == name and name[0] != "l":
                raise wrong(f"{name} is its own neighbour", places[name])
            if other != name and other[0] == name[0] == "l":
                raise wrong(f"adjacent chains {name} and {other}", places[name])
            there, back = others.count(other), neighbours[other].count(name)
            if there != (2 if other == name else back):
                raise wrong(f"{name}-{other} is listed on one side only", places[name])


def parse_action(refs, neighbours, end):
    action = []
    for ref in refs:
        if not ref or ref[0].kind not in ("node", "end"):
            raise wrong("an action without a node", ref[0].at if ref else end)
        name, index = ref[0].text, 0
        if ref[0].kind == "node" and name not in neighbours:
            raise wrong(f"an action on a missing node {name}", ref[0].at)
        if ref[1:]:
            if ref[1].kind != "index" or ref[2:]:
                raise wrong("an action is two nodes", ref[1].at)
            if name[0] != "l":
                raise wrong(f"{name} is no chain to be counted into", ref[1].at)
            index = ref[1].text
        action.append((name, index))
    if len(action) != 2:
        raise wrong("an action is two nodes", refs[0][0].at)
    (one, _), (other, _) = action
    if one in ("n", "w"):
        one, other = other, one
    if one in ("n", "w"):
        raise wrong("an action without a named node", refs[0][0].at)
    if other not in neighbours[one]:
        raise wrong(f"an action on a missing node: {one} has no neighbour {other}", refs[0][0].at)
    return tuple(action)


def show(rule):
    def told(name, index=0):
        k, plus = rule.lengths.get(name, (None, None))
        length = f"({k}{'+' if plus else ''})" if k else ""
        return name + length + (f"[{index}]" if index else "")

    entries = [told(name) + "".join(told(other) for other in others) for name, others in rule.neighbours.items()]
    return " : ".join(entries) + " => " + "-".join(told(*ref) for ref in rule.action)


# Matching

Place = namedtuple("Place", "node strings given")
# of a rule's node: the state's node, its strings in the order read, and the rule's neighbour that each port is given to


def matches(rule, game, wildcard_takes_ground=True):
    """The lines that the rule's action can be; none if it does not match."""
    nodes = state_graph(game)
    return {line for places in embeddings(rule, nodes, {}, wildcard_takes_ground) for line in denoted(rule, nodes, places)}


def embeddings(rule, nodes, places, wildcard_takes_ground):
    """All ways to give places to the rest of the rule's nodes."""
    if len(places) == len(rule.neighbours):
        yield places
        return
    name = list(rule.neighbours)[len(places)]
    for number, node in enumerate(nodes):
        if any(place.node == number for place in places.values()) or not fits(rule, name, node):
            continue
        for strings in readings(node):
            for given in set(permutations(rule.neighbours[name])):  # mentions that read the same may change places
                if not all(may_be(name, other, end, node, wildcard_takes_ground)
                           for other, end in zip(given, node.ends, strict=True)):
                    continue
                wider = {**places, name: Place(number, strings, given)}
                if all(shared(nodes, wider, name, other) == shared(nodes, wider, other, name) for other in places):
                    yield from embeddings(rule, nodes, wider, wildcard_takes_ground)


def fits(rule, name, node):
    if node.label != name[0]:
        return False
    if node.label != "l":
        return True
    k, plus = rule.lengths[name]
    return len(node.coins) >= k if plus else len(node.coins) == k


def readings(node):
    """The orders in which its strings may be told: a loop begins, and ends, at any of its strings."""
    if is_loop(node):
        return [node.strings[k:] + node.strings[:k + 1] for k in range(len(node.strings))]
    return [node.strings]


def may_be(name, other, end, node, wildcard_takes_ground):
    """Whether a port that leads to `end` may be the neighbour `other` of the rule's node `name`."""
    if other == "w":
        return end != "n" or wildcard_takes_ground
    if other == "n" or end == "n":
        return other == end
    return other != name or is_loop(node)


def shared(nodes, places, one, other):
    """The strings that `one` gives to `other`. They join the two if `other` gives the same ones to `one`."""
    place = places[one]
    strings = ports(nodes[place.node].label, place.strings)
    return {string for string, name in zip(strings, place.given, strict=True) if name == other}


def denoted(rule, nodes, places):
    """The strings the action can be with these places; none if it counts beyond the end of a chain."""
    (one, index), (other, index_of_other) = rule.action
    if other[0] == "l" or one in ("n", "w"):  # the chain first, or else the named node
        one, other = other, one
    index = max(index, index_of_other)  # only one of the two is a chain, or both are the same
    place = places[one]
    node = nodes[place.node]
    if node.label != "l":
        return shared(nodes, places, one, other)
    if index >= len(node.strings):
        return set()
    inwards = [place.strings, place.strings[::-1]]  # from either port
    return {inwards[port][index] for port in (0, 1) if place.given[port] == other}

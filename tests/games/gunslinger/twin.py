"""Gunslinger, slow and obvious: lists, and the rulebook's own order of events.

Rules: section 7 of the rulebook, after the course's published simulator; the game is that of the report "Gunslinger
and Organisms" (its sections 1, 2, 3.1 and 3.3), whose player DRR is here too.

Everything about the game itself is in host numbers, the seats 0 to N-1. A player sees private numbers only:
`named[i][number]` is the host number of whom player i calls `number`, and `number_of[i]` is the way back.

A player is a function choose(view, memory) that returns the private number of its target, or N for no shot.
`memory` is an empty dict at the start of each game but for memory["dice"], the player's own dice.
"""

import copy
import math

from tests.games.twin_dice import Dice

QUIET_ROUNDS = 10  # this many rounds without a death end the game
DEADLY = 2  # shots in one round

# Who is whose friend, whose enemy, and called what by whom


def draw_friends(dice, players, f):
    """A symmetric relation with f friends each, and how often the drawing got stuck and began again."""
    attempts = 0
    while True:
        friends = draw_friends_once(dice, players, f)
        if friends is not None:
            return friends, attempts
        attempts += 1


def draw_friends_once(dice, players, f):
    """Friend lists in the order of acquisition, or None where somebody short of friends finds nobody."""
    friends = [[] for _ in range(players)]
    for player in range(players):
        while len(friends[player]) < f:
            candidates = [
                other
                for other in range(players)
                if other != player and other not in friends[player] and len(friends[other]) < f
            ]
            if not candidates:
                return None
            fewest = min(len(friends[other]) for other in candidates)
            candidates = [other for other in candidates if len(friends[other]) == fewest]
            friend = candidates[dice.below(len(candidates))]
            friends[player].append(friend)
            friends[friend].append(player)
    return friends


def draw_enemies(dice, players, e, player, friends_of_player):
    """The enemies of one player, in the order drawn."""
    pool = [other for other in range(players) if other != player and other not in friends_of_player]
    for k in range(e):
        j = k + dice.below(len(pool) - k)
        pool[k], pool[j] = pool[j], pool[k]
    return pool[:e]


def draw_numbers(dice, players):
    """The host numbers in the order in which one player numbers them."""
    named = list(range(players))
    for place in range(players - 1, 0, -1):
        other = dice.below(place + 1)
        named[place], named[other] = named[other], named[place]
    return named


class Gunslinger:
    """One game; `play_round` until it is `over`.

    With `quirk` a shot at the dead player of host number 0 is legal, seen by all, and pointless.
    """

    def __init__(self, players, f=2, e=2, seed=0, deal=0, quirk=False):
        if f < 0 or e < 0 or e + f >= players:
            raise ValueError(f"Friends and enemies are fewer than the players: not {f} and {e} of {players}.")
        if players * f % 2 == 1:
            raise ValueError(f"Friendship is mutual, so players times friends is even: not {players} times {f}.")
        self.players = players
        self.f = f
        self.e = e
        self.seed = seed
        self.deal = deal
        self.quirk = quirk

        self.dice = Dice(seed, deal, 0)
        self.friends, self.restarts = draw_friends(self.dice, players, f)
        self.enemies = []
        self.named = []
        for player in range(players):
            self.enemies.append(draw_enemies(self.dice, players, e, player, self.friends[player]))
            self.named.append(draw_numbers(self.dice, players))

        self.alive = [True] * players
        self.shots = [-1] * players  # of the round before
        self.shots_fired = [0] * players
        self.turn = 0
        self.quiet = 0

    @property
    def over(self):
        return self.quiet == QUIET_ROUNDS

    @property
    def number_of(self):
        """number_of[i][host] is the number that player i gives to that host number."""
        return [[named.index(host) for host in range(self.players)] for named in self.named]

    def view(self, player):
        """What a player sees before it chooses, all in its private numbers."""
        named, number_of = self.named[player], self.number_of[player]
        relation = [0] * self.players
        relation[number_of[player]] = 2
        for friend in self.friends[player]:
            relation[number_of[friend]] = 1
        for enemy in self.enemies[player]:
            relation[number_of[enemy]] = -1
        shots = []
        for number in range(self.players):
            target = self.shots[named[number]]
            shots.append(-1 if target == -1 else number_of[target])
        return {
            "turn": self.turn,
            "quiet": self.quiet,
            "me": number_of[player],
            "f": self.f,
            "e": self.e,
            "friends": [number_of[friend] for friend in self.friends[player]],
            "enemies": [number_of[enemy] for enemy in self.enemies[player]],
            "relation": relation,
            "alive": [1 if self.alive[named[number]] else 0 for number in range(self.players)],
            "shots": shots,
        }

    def target_of(self, player, answer):
        """The host number that a player's answer, a private number, fires at; -1 for no shot and for an illegal one."""
        if answer is None or answer not in range(self.players):
            return -1
        target = self.named[player][answer]
        if target == player:
            return -1
        if not self.alive[target] and not (self.quirk and target == 0):
            return -1
        return target

    def play_round(self, answers):
        """One round; `answers` has a private number for each living player. Returns who died, in host numbers."""
        if self.over:
            raise ValueError(f"The game was over after {self.turn} rounds.")
        shots = [-1] * self.players
        for player in range(self.players):
            if self.alive[player]:
                shots[player] = self.target_of(player, answers[player])
                if shots[player] != -1:
                    self.shots_fired[player] += 1
        died = [player for player in range(self.players) if self.alive[player] and shots.count(player) >= DEADLY]
        for player in died:
            self.alive[player] = False
        self.shots = shots
        self.turn += 1
        self.quiet = 0 if died else self.quiet + 1
        return died

    def living_friends(self, player):
        return sum(1 for friend in self.friends[player] if self.alive[friend])

    def dead_enemies(self, player):
        return sum(1 for enemy in self.enemies[player] if not self.alive[enemy])

    def score(self, player):
        """Also for the dead: 1 if alive, and 1 for each living friend and each dead enemy."""
        return (1 if self.alive[player] else 0) + self.living_friends(player) + self.dead_enemies(player)


def ranks_of(scores):
    """Competition ranking, 1 is best: those who tie share the best of their ranks."""
    return [1 + sum(1 for other in scores if other > score) for score in scores]


def play(game, choosers, disqualify=False):
    """Plays a game to its end with one chooser per host number.

    Returns a dict: `history` has for each round its `asks`, triples (player, view, answer) in the order asked, the
    `shots` that resulted, by host number, and who `died`. All other entries are the final ones, by host number.

    With `disqualify`, who raises an exception never shoots again, and is not asked again; without, it comes through.
    """
    memories = [{"dice": Dice(game.seed, game.deal, 1 + player)} for player in range(game.players)]
    disqualified = []
    history = []
    while not game.over:
        asks = []
        answers = [None] * game.players
        for player in range(game.players):
            if not game.alive[player] or player in disqualified:
                continue
            view = game.view(player)
            try:
                answers[player] = choosers[player](copy.deepcopy(view), memories[player])
            except Exception:
                if not disqualify:
                    raise
                disqualified.append(player)
            asks.append((player, view, answers[player]))
        died = game.play_round(answers)
        history.append({"asks": asks, "shots": list(game.shots), "died": died})

    everybody = range(game.players)
    scores = [game.score(player) for player in everybody]
    return {
        "history": history,
        "rounds": game.turn,
        "scores": scores,
        "ranks": ranks_of(scores),
        "alive": [1 if game.alive[player] else 0 for player in everybody],
        "living_friends": [game.living_friends(player) for player in everybody],
        "dead_enemies": [game.dead_enemies(player) for player in everybody],
        "shots_fired": list(game.shots_fired),
        "disqualified": disqualified,
    }


# Players


def no_shot(view):
    return len(view["alive"])


def living_non_friends(view):
    """In the order of private numbers; neither me nor a friend."""
    return [number for number, alive in enumerate(view["alive"]) if alive and view["relation"][number] in (0, -1)]


def silent(view, memory):
    """Never fires."""
    return no_shot(view)


def dumb(view, memory):
    """The course's sample: fires with probability 0.8, at a random living non-friend."""
    if memory["dice"].uniform() < 0.8:
        return dumb1(view, memory)
    return no_shot(view)


def dumb1(view, memory):
    """Always fires at a random living non-friend."""
    targets = living_non_friends(view)
    if not targets:
        return no_shot(view)
    return targets[memory["dice"].below(len(targets))]


def dumb2(view, memory):
    """Fires at the first living name on its list of enemies."""
    for enemy in view["enemies"]:
        if view["alive"][enemy]:
            return enemy
    return no_shot(view)


WINDOW = 10
MU = 0.4
BETA = 0.06


def fire_probability(players, f, mu=MU, beta=BETA):
    """DRR's logistic function of the share of those who are not its friends (itself included)."""
    return 1.0 / (1.0 + math.exp(-((players - f) / players - mu) / beta))


def drr(view, memory):
    """David's Revenge's Revenge: answers whoever shot it most of late, more rarely the more friends it has."""
    shooters_by_round = memory.setdefault("shooters_by_round", [])
    if view["turn"] > 0:
        shooters_by_round.append([number for number, target in enumerate(view["shots"]) if target == view["me"]])
    window = shooters_by_round[-WINDOW:]

    def hits(number):
        return sum(1 for shooters in window if number in shooters)

    def latest(number):
        return max(place for place, shooters in enumerate(window) if number in shooters)

    suspects = [number for number, alive in enumerate(view["alive"]) if alive and hits(number) > 0]
    if not suspects:
        return no_shot(view)
    most = max(hits(number) for number in suspects)
    suspects = [number for number in suspects if hits(number) == most]
    last = max(latest(number) for number in suspects)
    suspects = [number for number in suspects if latest(number) == last]
    target = suspects[0] if len(suspects) == 1 else suspects[memory["dice"].below(len(suspects))]
    if memory["dice"].uniform() < fire_probability(len(view["alive"]), view["f"]):
        return target
    return no_shot(view)


PLAYERS = {"silent": silent, "dumb": dumb, "dumb1": dumb1, "dumb2": dumb2, "drr": drr}

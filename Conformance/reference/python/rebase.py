# SPDX-License-Identifier: Apache-2.0
"""SPEC section 19: redoing one's own records on the feed's chain after the two went apart."""

import chain
import moment
from chain import (DELETE, DERIVATIVE_ADD, DERIVATIVE_REPLACE, METADATA_UPDATE, REPLACE, RESTORE, appended, trashing,
                   window_in_force)
from lifecycle import SHORTEST_WINDOW, later_clock, trusted_now
from refusal import MISMATCH, require


def common_length(own, feed):
    """SPEC section 19: how many records the longest common beginning has."""
    length = 0
    while length < min(len(own), len(feed)) and own[length].digest == feed[length].digest:
        length += 1
    return length


class Walk:
    """SPEC section 19: own's records after the ancestor, walked with the states `own` and `now`."""

    def __init__(self, own, feed, clock, server_now):
        self.length = common_length(own, feed)
        self.pending, self.feed_pending = own[self.length:], feed[self.length:]
        self.clock, self.server_now = clock, server_now
        self.redone = {}  # position among the pending -> what the answer lists
        self.own_trashed = trashing(own[:self.length]) is not None
        self.now_trashed, self.now_window = trashing(feed) is not None, window_in_force(feed)
        self.feed_window = self.now_window
        self.stretch = None  # (its first position, now before it) of a stretch that began after the ancestor

    def run(self):
        """SPEC section 19: every record in order; the positions that are redone, and what of each."""
        for at, each in enumerate(self.pending):
            if each.action == DELETE:
                if self.own_trashed:
                    self.delete_again(at, each)
                else:
                    self.delete_first(at, each)
                self.own_trashed = True
            elif each.action == RESTORE:
                if self.own_trashed:
                    self.undo_stretch() if self.stretch else self.restore_earlier(at)
                self.own_trashed = False
            elif self.carries_on(at, each):
                self.redone[at] = appended(each.action)
        return self.redone

    def delete_first(self, at, each):
        """SPEC section 19: a first delete."""
        self.stretch = (at, self.now_trashed, self.now_window)
        if self.now_trashed:
            return
        window = chain.window(each)
        text = None
        if window is not None:
            shortest = later_clock(self.clock, self.server_now) + moment.seconds(SHORTEST_WINDOW)
            text = moment.stamp_time(max(window, shortest))
            window = moment.of_text(text)
        self.redone[at] = appended(DELETE, text)
        self.now_trashed, self.now_window = True, window

    def delete_again(self, at, each):
        """SPEC section 19: a re-issue."""
        window = chain.window(each)
        if self.now_trashed and window is not None and (self.now_window is None or self.now_window > window):
            self.redone[at] = appended(DELETE, each.retention_until)
            self.now_window = window

    def drop_deletes(self, start):
        """SPEC section 19: what was redone of deletes from a position on."""
        self.redone = {at: each for at, each in self.redone.items() if at < start or each["action"] != DELETE}

    def undo_stretch(self):
        """SPEC section 19: a restore of a stretch that began after the ancestor."""
        start, self.now_trashed, self.now_window = self.stretch
        self.drop_deletes(start)
        self.stretch = None

    def restore_earlier(self, at):
        """SPEC section 19: a restore of a delete up to the ancestor."""
        restored = any(each.action == RESTORE for each in self.feed_pending)
        now = trusted_now(self.clock, self.server_now)
        if not restored and (self.feed_window is None or now < self.feed_window):
            self.drop_deletes(0)
            self.redone[at] = appended(RESTORE)
            self.now_trashed, self.now_window = False, None

    def carries_on(self, at, each):
        """SPEC section 19: whether a record that neither deletes nor restores is redone."""
        if each.action == METADATA_UPDATE:
            return all(later.action != METADATA_UPDATE for later in self.pending[at + 1:])
        if each.action in (DERIVATIVE_ADD, DERIVATIVE_REPLACE):
            replaced = any(other.action == REPLACE for other in self.feed_pending)
            return not replaced or any(before.action == REPLACE for before in self.pending[:at])
        return True


def rebase(own, feed, server_purged, clock, server_now):
    """SPEC section 19: (ancestor, records to redo on the feed's head, digests of own's that are dropped)."""
    require(own[0].digest == feed[0].digest, "two creates", MISMATCH)
    walk = Walk(own, feed, clock, server_now)
    redone = {} if server_purged else walk.run()
    dropped = [each.digest for at, each in enumerate(walk.pending) if at not in redone]
    return own[walk.length - 1].digest, [redone[at] for at in sorted(redone)], dropped

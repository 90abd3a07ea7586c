# SPDX-License-Identifier: Apache-2.0
"""Faults at one of the many places where a rule stands, as faults.py has them: name, module, what stands there, what
takes its place, why. A person who rewrites a rule for each place gets it wrong at one of them."""

EARLY = '.replace(":60", ":59")'  # a second 60 taken for the second before it
ORDER_BY_BYTES = "lambda each: (each.ts, each.raw)"

FAULTS = (
    # A second 60.
    ("leap-window", "chain", "return moment.of_text(record.retention_until)", "return moment.of_text(record.retention_until and record.retention_until%s)" % EARLY, "a window at a second 60 ends a second early"),
    ("leap-grant", "deciding", "granted = {name: optional(grants, name, moment.of_text)", "granted = {name: optional(grants, name, lambda value: moment.of_text(value%s))" % EARLY, "a grant at a second 60"),
    ("leap-snoozed", "deciding", "alerts.Until(moment.of_text(value), value)", "alerts.Until(moment.of_text(value%s), value)" % EARLY, "a snooze that ends at a second 60"),
    ("leap-shown", "deciding", 'optional(request, "shown_at", moment.of_text)', 'optional(request, "shown_at", lambda value: moment.of_text(value%s))' % EARLY, "an alert shown at a second 60"),
    ("leap-armed", "deciding", 'optional(request, "armed", moment.of_text)', 'optional(request, "armed", lambda value: moment.of_text(value%s))' % EARLY, "a timer armed at a second 60"),
    ("leap-last-poll", "deciding", 'optional(request, "last_poll", moment.of_text)', 'optional(request, "last_poll", lambda value: moment.of_text(value%s))' % EARLY, "a poll at a second 60"),
    ("leap-file", "deciding", 'optional(value, "capture_timestamp", moment.of_text)', 'optional(value, "capture_timestamp", lambda value: moment.of_text(value%s))' % EARLY, "a file of a second 60"),
    ("leap-server-now", "deciding", 'optional(request, "server_now", moment.of_text)', 'optional(request, "server_now", lambda value: moment.of_text(value%s))' % EARLY, "a feed's time at a second 60"),
    ("leap-due", "deciding", 'optional(facts, "due", moment.of_text)', 'optional(facts, "due", lambda value: moment.of_text(value%s))' % EARLY, "a check due at a second 60"),
    ("leap-last-sync", "deciding", 'optional(facts, "last_sync", moment.of_text)', 'optional(facts, "last_sync", lambda value: moment.of_text(value%s))' % EARLY, "a sync at a second 60"),
    ("leap-signed-in", "deciding", 'optional(facts, "signed_in", moment.of_text)', 'optional(facts, "signed_in", lambda value: moment.of_text(value%s))' % EARLY, "signing in at a second 60"),
    ("leap-grace", "deciding", 'optional(facts, "grace_until", moment.of_text)', 'optional(facts, "grace_until", lambda value: moment.of_text(value%s))' % EARLY, "a grace that ends at a second 60"),
    ("leap-instants-rolled", "scalars", "return Instant(utc, second,", "return Instant(utc + second // 60, second % 60,", "an instant at a second 60 is the next minute"),
    ("leap-imported", "asset", 'text = field_value(facts(document), "import_timestamp")\n    return None if text is None else scalars.instant(text)', 'text = field_value(facts(document), "import_timestamp")\n    return None if text is None else scalars.instant(text)._replace(second=min(scalars.instant(text).second, 59))', "an import at a second 60 is at second 59"),
    # The steps of a tie.
    ("tie-no-device", "stamped", "return stamped.ts, stamped.by, stamped.raw", "return stamped.ts, stamped.raw", "the device decides nothing"),
    ("tie-no-bytes", "stamped", "return stamped.ts, stamped.by, stamped.raw", "return stamped.ts, stamped.by, stamped.value.raw", "the value's bytes for the whole map's"),
    ("tie-carried-no-device", "carried", "return a if stamped.order(stamped_a) >= stamped.order(stamped_b) else b", "return a if (stamped_a.ts, stamped_a.raw) >= (stamped_b.ts, stamped_b.raw) else b", "the device decides nothing of carried values"),
    ("tie-carried-time-alone", "carried", "return a if stamped.order(stamped_a) >= stamped.order(stamped_b) else b", "return a if stamped_a.ts >= stamped_b.ts else b", "the time alone decides of carried values"),
    ("tie-history-no-device", "history", "return sorted(entries, key=stamped.order, reverse=True)", "return sorted(entries, key=%s, reverse=True)" % ORDER_BY_BYTES, "the device decides nothing of captions"),
    ("tie-history-time-alone", "history", "return sorted(entries, key=stamped.order, reverse=True)", "return sorted(entries, key=lambda each: each.ts, reverse=True)", "the time alone decides of captions"),
    ("tie-history-read", "history", "return all(stamped.order(a) > stamped.order(b)", "return all(a.ts >= b.ts", "a log is read whose ties are out of order"),
    ("tie-history-same-value", "history", "stamped.join(greatest[key], each) if key in greatest", "max(greatest[key], each, key=lambda one: one.ts) if key in greatest", "of two writes of one caption the first given of one time"),
    ("tie-primary-no-device", "views", 'key=lambda one: stamped.order(one.document["stack_membership"]))', 'key=lambda one: (one.document["stack_membership"].ts, one.document["stack_membership"].raw))', "the device decides nothing of primaries"),
    ("tie-primary-time-alone", "views", 'key=lambda one: stamped.order(one.document["stack_membership"]))', 'key=lambda one: one.document["stack_membership"].ts)', "the time alone decides of primaries"),
    # What contains nothing.
    ("all-of-nothing", "smartalbum", "return all(each in members for each in wanted)", "return bool(wanted) and all(each in members for each in wanted)", "contains_all of nothing is false"),
    ("all-over-nothing", "smartalbum", "return all(each in members for each in wanted)", "return bool(members) and all(each in members for each in wanted)", "contains_all over nothing is false"),
    ("any-over-nothing", "smartalbum", "return any(each in members for each in wanted)", "return not wanted or any(each in members for each in wanted)", "contains_any of nothing is true"),
    # Labels that are stored in another than their normal form, and slots, which have none.
    ("stored-removed-by-bytes", "orset", "return lambda element: scalars.same_label(element.value, text)", "return lambda element: element.value == scalars.normal_form(text)", "a stored label is compared as it is"),
    ("stored-trimmed-only", "orset", "return lambda element: scalars.same_label(element.value, text)", "return lambda element: element.value.strip(scalars.WHITE_SPACE) == scalars.normal_form(text)", "a stored label is trimmed and not normalized"),
    ("stored-matched-by-bytes", "smartalbum", "else {scalars.normal_form(each) for each in texts}", "else set(texts)", "labels in sets are compared as they are"),
    ("stored-read-normal", "orset", "return [element.value for element in value(lines)]", "return [scalars.normal_form(element.value) for element in value(lines)]", "labels are shown in their normal form"),
    ("stored-read-once", "orset", "return [element.value for element in value(lines)]", "return list({scalars.normal_form(element.value): element.value for element in value(lines)}.values())", "of labels with one normal form one is shown"),
    ("stored-exported-normal", "export", "return cbor.array(element.raw for element in orset.value(lines))", 'return cbor.array(cbor.text(__import__("scalars").normal_form(element.value)) for element in orset.value(lines))', "labels leave in their normal form"),
    ("stored-refused", "orset", "    scalars.label(item)\n", "    require(scalars.normal_form(scalars.label(item)), \"no label\")\n", "a reader refuses a label of white space"),
    ("name-read-normal", "read", '"name": name and name.value}', '"name": name and scalars.normal_form(name.value)}', "an album's name is shown in its normal form"),
    ("display-name-normal", "read", "return smartalbum.parse(definition).display_name", "return scalars.normal_form(smartalbum.parse(definition).display_name)", "a display name is shown in its normal form"),
    ("promoted-verbatim", "edits", 'label_addition(document.labels_in("tags_user"), author, tag[0])', 'orset.addition(document.labels_in("tags_user"), author.writer, cbor.decode(cbor.text(members.text(scalars.written_label(tag[0]) and tag[0]))), orset.label_matches(tag[0]))', "a promoted tag is written verbatim"),
    ("slot-current-normal", "smartalbum", "term.slot not in library.slots", "tuple(map(scalars.normal_form, term.slot)) not in {tuple(map(scalars.normal_form, each)) for each in library.slots}", "current slots in their normal forms"),
    ("slot-people-normal", "smartalbum", "return one.people.get(term.slot, set())", "return {each for slot, found in one.people.items() if tuple(map(scalars.normal_form, slot)) == tuple(map(scalars.normal_form, term.slot)) for each in found}", "the people of a slot in its normal form"),
    ("slot-tags-normal", "smartalbum", "if tuple(slot) == term.slot}", "if tuple(map(scalars.normal_form, slot)) == tuple(map(scalars.normal_form, term.slot))}", "the tags of a slot in its normal form"),
    # Lists and paths.
    ("list-ai-tags-by-tag", "asset", 'return [orset.ai_tag_of(element) for element in orset.value(document.labels_in("tags_ai"))]', 'return sorted(orset.ai_tag_of(element) for element in orset.value(document.labels_in("tags_ai")))', "AI tags by their texts"),
    ("list-regions-as-found", "export", "cbor.array(region(each) for _, each in asset.live_regions(sidecar))", "cbor.array(sorted(region(each) for _, each in asset.live_regions(sidecar)))", "exported regions by their bytes"),
    ("list-deleted-reversed", "asset", 'return sorted(identifier for identifier, each in (document["regions"] or {}).items() if region.is_deleted(each))', 'return sorted((identifier for identifier, each in (document["regions"] or {}).items() if region.is_deleted(each)), reverse=True)', "deleted regions descend"),
    ("list-sidecars-as-given", "places", "*sorted(sidecars.get(key, []))", "*sidecars.get(key, [])", "sidecar files as they come"),
    ("path-slash-alone", "places", 'max(self.path.rfind("/"), self.path.rfind("\\\\")) + 1', 'self.path.rfind("/") + 1', "a backslash is a part of the name"),
    ("path-backslash-turned", "places", 'return self.path[:max(', 'return self.path.replace("\\\\", "/")[:max(', "the two separators are one"),
    ("path-name-normal", "places", "return self.path[len(self.folder()):].translate(LOWER)", 'return __import__("unicodedata2").normalize("NFC", self.path[len(self.folder()):]).translate(LOWER)', "names in their normal forms"),
    ("path-folder-normal", "places", 'return self.path[:max(self.path.rfind("/"), self.path.rfind("\\\\")) + 1]', 'return Folder(self.path[:max(self.path.rfind("/"), self.path.rfind("\\\\")) + 1])\n\n\nclass Folder(str):\n    """Compared by its normal form."""\n\n    def __eq__(self, other):\n        return hash(self) == hash(other)\n\n    def __hash__(self):\n        return hash(__import__("unicodedata2").normalize("NFC", str(self)) + " ")\n\n\nclass Unused:\n    """What follows stays as it is."""\n', "folders in their normal forms"),
    # Chunks, replays, restores.
    ("chunks-joined-first", "cbor", "            chunks.append(self.string(major, chunk_length))\n        return (\"\" if major == 3 else b\"\").join(chunks)", "            chunks.append(self.take(chunk_length))\n        return self.text_of(b\"\".join(chunks)) if major == 3 else b\"\".join(chunks)", "chunks are joined before their UTF-8 is checked"),
    ("replay-of-create", "lifecycle", "    if chain.position(records, record.digest) is not None:\n        return False\n    require(record.action", "    if record.prior is not None and chain.position(records, record.digest) is not None:\n        return False\n    require(record.action", "the create once more is refused"),
    ("replay-after-order", "lifecycle", "    if chain.position(records, record.digest) is not None:\n        return False\n    require(record.action != CREATE and record.prior is not None, \"a second beginning\")", "    require(record.action != CREATE and record.prior is not None, \"a second beginning\")\n    if chain.position(records, record.digest) is not None:\n        return False", "a second beginning is looked for before a replay"),
    ("rebase-restores-unnamed", "rebase", "if at not in redone]\n    return", "if at not in redone and each.action != RESTORE]\n    return", "a dropped restore is not named"),
    ("rebase-restore-as-live", "rebase", "                self.own_trashed = False\n", "                self.own_trashed = self.own_trashed and at not in self.redone\n", "own stays trashed when its restore is dropped"),
    ("rebase-restore-keeps-stretch", "rebase", "        self.drop_deletes(start)\n", "        self.redone.pop(start, None)\n", "only the first delete of an undone stretch is dropped"),
    ("rebase-late-restore-drops", "rebase", "        if not restored and (", "        self.drop_deletes(0)\n        if not restored and (", "a restore that is too late drops the re-issues"),
    # Snoozes.
    ("snooze-cut-at", "alerts", "facts.snoozed_until.moment > latest", "facts.snoozed_until.moment >= latest", "a snooze of just the longest is cut"),
    ("snooze-never-cut", "alerts", "facts.snoozed_until.moment > latest", "False", "no snooze is too long"),
    ("snooze-one-more", "alerts", "require(snoozes < most_snoozes,", "require(snoozes <= most_snoozes,", "one snooze more than may be"),
    ("snooze-spent-late", "alerts", "if facts.permission == DENIED or snoozes >= facts.most_snoozes:", "if facts.permission == DENIED or snoozes > facts.most_snoozes:", "one snooze more is shown"),
    # Requests.
    ("request-float-integers", "members", "require(isinstance(value, int) and not isinstance(value, bool) and low", "require(isinstance(value, (int, float)) and not isinstance(value, bool) and value == int(value) and low", "3.0 is an integer"),
    ("request-bool-integers", "members", "require(isinstance(value, int) and not isinstance(value, bool) and low", "require(isinstance(value, int) and low", "true is an integer"),
    ("request-upper-hex", "members", 'HEX = re.compile("[0-9a-f]*")', 'HEX = re.compile("[0-9a-fA-F]*")', "upper-case hex"),
    ("request-lone-surrogates", "members", '    require(not SURROGATE.search(value), "a surrogate that stands alone")\n', '    value = SURROGATE.sub("\\ufffd", value)\n', "half of a surrogate pair is replaced"),
    ("request-unknown-members", "edits", '    require(all(key in checks for key in value), "an unknown member")\n    require(all(key in value for key in required), "a missing member")\n    return {key: checks[key](each) for key, each in value.items()}', '    require(all(key in value for key in required), "a missing member")\n    return {key: checks[key](each) for key, each in value.items() if key in checks}', "unknown members of an edit are ignored"),
)  # fmt: skip

# SPDX-License-Identifier: Apache-2.0
"""SPEC section 3: stamps from the future."""

from documents import KEYS, Document


def before(document, horizon):
    """SPEC section 3: the document without every stamped value whose `ts` is later than the horizon.

    Each type of key leaves out its own: registers, history entries, live shapes, entries of maps; what is
    left with nothing goes. Carried keys stay, also those that hold a stamped map.
    """
    keys = KEYS[document.kind]
    states = {key: keys[key].before(state, horizon) for key, state in document.states.items()}
    return Document(document.kind, document.id, {key: state for key, state in states.items() if state},
                    document.carried)

# SPDX-License-Identifier: Apache-2.0
"""Signing and sealing: the keys are made by the tool, and so is what each command takes."""
from bulk import ident

from .case import CASES, Case
from .shapes import many_labels

KIND = ["--kind", "album"]
SIGNER = [*KIND, "--public-key", "public"]
SIGN = ["sign", *KIND, "--seed", "seed", "-o", "signed", "d"]
SEAL = ["seal", *SIGNER, "--key", "key", "--key-version", "1", "-o", "record", "signed"]
ID = ["--id", ident(1).hex()]


def steps(*more):
    """Makes the keys once, and what the steps make for every size."""
    def setup(n):
        keys = [["keygen", "signing", "-o", "seed", "--public-key", "public"], ["keygen", "sealing", "-o", "key"],
                ["keygen", "sealing", "-o", "key2"]]
        return (keys if n == 1 else []) + list(more)
    return setup


def add(name, words, *more, n=4_000, quick=False):
    CASES.append(Case(name, n, words, lambda n: {"d": many_labels(n)}, setup=steps(*more), quick=quick))


# ML-DSA draws until a signature fits, so that signing costs a few million more or less: it is measured where the
# document costs many times that.
add("sign", SIGN, n=60_000)
add("verify", ["verify", *SIGNER, "signed"], SIGN)
add("verify -o", ["verify", *SIGNER, "-o", "out", "--accepted-at", "2026-07-04T00:00:00Z", "signed"], SIGN)
add("seal", SEAL, SIGN, quick=True)
add("open", ["open", *SIGNER, *ID, "--key", "key", "-o", "out", "record"], SIGN, SEAL, quick=True)
add("rekey", ["rekey", *SIGNER, *ID, "--key", "key", "--new-key", "key2", "--new-key-version", "2", "-o", "new",
              "record"], SIGN, SEAL)

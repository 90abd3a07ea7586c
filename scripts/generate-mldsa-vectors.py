#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the ML-DSA-65 and SHAKE vectors under Tests/CapsuleMLDSATests/Vectors.

    pip install dilithium-py==1.5.1
    scripts/generate-mldsa-vectors.py            write them (some minutes: the reference is plain Python)
    scripts/generate-mldsa-vectors.py --check    compare with what is committed; exit 1 on a difference

dilithium-py 1.5.1: licence MIT or Apache-2.0; kept up (its releases follow FIPS 204), for tests only.
SHAKE values come from Python's hashlib. The vectors are CC0-1.0.
"""
import argparse
import hashlib
import importlib.metadata
import multiprocessing
import pathlib
import sys

from dilithium_py.ml_dsa import ML_DSA_65
from dilithium_py.modules.modules import Matrix

DILITHIUM_PY = "1.5.1"
VECTORS = pathlib.Path(__file__).resolve().parent.parent / "Tests/CapsuleMLDSATests/Vectors"
DIGESTS = 1000
FULL = (0, 1, 12, 24)
# Where a rejection is decided by one: found by signing with each bound moved by one.
# In 1028 a response, and in 1039 a low part, is as large as is allowed; in 2549 and 1087 it is larger by one.
# The matrix of 7780 is drawn past a candidate that is q itself.
EDGES = (1028, 1039, 1087, 2549, 7780)

# Around a lane (8), a seed (32), and where the hash of a message crosses a block of SHAKE256: the block is
# 136 bytes, of which 66 come before the message, so that 70 and 206 bytes of message fill one and two blocks.
LENGTHS = [0, 1, 2, 7, 8, 9, 31, 32, 33, 63, 64, 65, 69, 70, 71, 127, 128, 135, 136, 137, 167, 168, 169,
           205, 206, 207, 255, 256, 271, 272, 273, 1000, 1952, 4096, 10000]
SHAKE_LENGTHS = [0, 1, 2, 3, 7, 8, 9, 31, 32, 33, 34, 63, 64, 65, 66, 100, 127, 128, 129, 134, 135, 136, 137,
                 143, 144, 159, 160, 166, 167, 168, 169, 200, 271, 272, 273, 335, 336, 337, 1000, 1952]
OUTPUT_LENGTHS = [1, 7, 8, 9, 32, 64, 128, 135, 136, 137, 167, 168, 169, 272, 273, 336, 337]

# NIST's key generation test 26 for ML-DSA-65, and SHA-256 and SHA3-256 of the public key that it gives, as two
# other projects have recorded them.
NIST_SEED = "1bd67dc782b2958e189e315c040dd1f64c8ab232a6a170e1a7a52c33f10851b1"
NIST_HASHES = ("6fb1146b85539fb5c53d35b66dae94202fcd5575a537172cf1156220476f7920",
               "aaa07f586d78b67b964de8def0df7f34a6c160f110ba701a7c1a28b9ba2f8ba6")


def seed(index):
    return hashlib.shake_256(b"capsule mldsa seed" + index.to_bytes(4, "little")).digest(32)


def message(index):
    length = LENGTHS[index] if index < len(LENGTHS) else (index * index * 31 + 7) % 701
    return hashlib.shake_128(b"capsule mldsa message" + index.to_bytes(4, "little")).digest(length)


def signed(index):
    public_key, secret_key = ML_DSA_65.key_derive(seed(index))
    signature = ML_DSA_65.sign(secret_key, message(index), ctx=b"", deterministic=True)
    if not ML_DSA_65.verify(public_key, message(index), signature, ctx=b""):
        raise SystemExit(f"the reference refuses its own signature {index}")
    return public_key, signature


def signed_with_response_norm(index, norm):
    """A signature that differs from others in one thing: the largest coefficient of z is `norm`.

    The reference signs; only its check of z is exchanged, for one that begins anew until the norm is met.
    """
    limit = ML_DSA_65.gamma_1 - ML_DSA_65.beta
    original = Matrix.check_norm_bound

    def is_not_wanted(vector, bound):
        if bound != limit:
            return original(vector, bound)
        return original(vector, norm + 1) or not original(vector, norm)

    Matrix.check_norm_bound = is_not_wanted
    try:
        _, secret_key = ML_DSA_65.key_derive(seed(index))
        signature = ML_DSA_65.sign(secret_key, message(index), ctx=b"", deterministic=True)
    finally:
        Matrix.check_norm_bound = original
    public_key, _ = ML_DSA_65.key_derive(seed(index))
    if ML_DSA_65.verify(public_key, message(index), signature, ctx=b"") != (norm < limit):
        raise SystemExit(f"the reference does not judge a response of norm {norm} as expected")
    return signature


def boundary_file():
    limit = ML_DSA_65.gamma_1 - ML_DSA_65.beta
    return (header("/// Signatures by key 0 over message 0 that are right but for the response's norm: the largest\n"
                   "/// that is allowed, and the smallest that is not.")
            + "let largestResponse = " + literal(signed_with_response_norm(0, limit - 1).hex(), "    ")
            + "\nlet tooLargeResponse = " + literal(signed_with_response_norm(0, limit).hex(), "    ") + "\n")


def digest(index):
    public_key, signature = signed(index)
    return hashlib.shake_256(public_key + signature).hexdigest(32)


def pattern(length):
    return bytes((13 * i + 5) % 256 for i in range(length))


def header(what):
    return ("// SPDX-License-Identifier: Apache-2.0\n"
            "// The values are CC0-1.0. Written by scripts/generate-mldsa-vectors.py; do not edit.\n\n"
            f"{what}\n")


def literal(text, indent):
    """A Swift string literal over several lines."""
    lines = [text[i:i + 88] for i in range(0, len(text), 88)]
    return '"""\n' + "\\\n".join(indent + line for line in lines) + "\n" + indent + '"""'


def nist_file():
    """NIST's first key generation test: the reference's key, once its hashes are those of NIST's key."""
    public_key, _ = ML_DSA_65.key_derive(bytes.fromhex(NIST_SEED))
    if (hashlib.sha256(public_key).hexdigest(), hashlib.sha3_256(public_key).hexdigest()) != NIST_HASHES:
        raise SystemExit("the reference does not make NIST's public key")
    return (header("/// NIST's key generation test 26 for ML-DSA-65 (ACVP-Server, ML-DSA-keyGen-FIPS204, group 2).")
            + f'let nistSeed = "{NIST_SEED}"\n'
            + "let nistPublicKey = " + literal(public_key.hex(), "    ") + "\n")


def digests_file():
    with multiprocessing.Pool(2) as pool:
        lines = pool.map(digest, range(DIGESTS), chunksize=10)
    return (header("/// SHAKE256 (32 bytes) of public key || signature for the key and the message of each index.")
            + "let signatureDigests = \"\"\"\n" + "\n".join("    " + line for line in lines) + "\n    \"\"\"\n\n"
            + "/// The same for some indices where a rejection is decided by one.\n"
            + "let edgeDigests = [\n" + "".join(f"    {i}: \"{digest(i)}\",\n" for i in EDGES) + "]\n")


def full_file():
    parts = [header("/// Whole public keys and signatures for the keys and the messages of some indices."),
             "let signatureVectors = [\n"]
    for index in FULL:
        public_key, signature = signed(index)
        parts.append("    SignatureVector(\n"
                     f"        index: {index},\n"
                     f"        seed: \"{seed(index).hex()}\",\n"
                     f"        messageLength: {len(message(index))},\n"
                     f"        publicKey: {literal(public_key.hex(), '            ')},\n"
                     f"        signature: {literal(signature.hex(), '            ')}),\n")
    return "".join(parts) + "]\n"


def shake_file():
    def row(name, length, count):
        output = hashlib.new(name)
        output.update(pattern(length))
        output = output.hexdigest(count)
        # A long output is given by its end: it hangs on all that was squeezed before.
        return f"    {name} {length} {count} {output[-64:]}"

    rows = [row(name, length, 32) for name in ("shake_128", "shake_256") for length in SHAKE_LENGTHS]
    rows += [row(name, 3, count) for name in ("shake_128", "shake_256") for count in OUTPUT_LENGTHS]
    return (header("/// Function, bytes of input (byte i is 13i + 5), bytes of output, the last 32 bytes of it.")
            + "let shakeVectors = \"\"\"\n" + "\n".join(rows) + "\n    \"\"\"\n")


def main():
    parser = argparse.ArgumentParser(description="ML-DSA-65 and SHAKE vectors")
    parser.add_argument("--check", action="store_true", help="compare only, write nothing")
    arguments = parser.parse_args()
    version = importlib.metadata.version("dilithium-py")
    if version != DILITHIUM_PY:
        raise SystemExit(f"dilithium-py {DILITHIUM_PY} is asked for, {version} is installed")
    wrong = 0
    for name, make in (("ShakeVectors", shake_file), ("NISTKeyGeneration", nist_file), ("SignatureVectors", full_file),
                       ("ResponseBoundary", boundary_file), ("SignatureDigests", digests_file)):
        path = VECTORS / f"{name}.swift"
        text = make()
        if not arguments.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.name}: differs", file=sys.stderr)
            wrong += 1
        print(f"{path.name}: done", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

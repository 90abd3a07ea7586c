# SPDX-License-Identifier: Apache-2.0
"""Names, arguments, clocks and environments that nobody expects."""
import os
import subprocess

from . import harness
from .harness import DEVICE, ID, album, case, compiled, content, expect, good, keys, run

CLOCK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
static long long value(void) { const char *t = getenv("FAKE_TIME"); return t ? atoll(t) : 0; }
static int all(void) { return getenv("FAKE_ALL") != 0; }
int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (clock == CLOCK_REALTIME || all()) {
        time->tv_sec = value();
        time->tv_nsec = 999999999;
        return 0;
    }
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    return real(clock, time);
}
int gettimeofday(struct timeval *time, void *zone) { time->tv_sec = value(); time->tv_usec = 999999; return 0; }
time_t time(time_t *time) { if (time) *time = value(); return value(); }
"""


@case()
def clocks(folder):
    """A clock at either end of time_t, or outside the years of a stamp, is an error that says what to do, no trap."""
    shim = compiled(folder, "clock", CLOCK)
    if shim is None:
        return
    (folder / "d").write_bytes(album(["a"]))
    before = (folder / "d").read_bytes()
    ends = [2**63 - 1, -2**63, 2**53, 253402300800, -62167219201, 253402300799, -62167219200, 0, -1]
    for seconds in ends:
        for every in ({}, {"FAKE_ALL": "1"}):
            fake = {**os.environ, "LD_PRELOAD": str(shim), "FAKE_TIME": str(seconds), **every}
            fits = -62167219200 <= seconds <= 253402300799
            for command in (
                    ["edit", "d", "--device", DEVICE, "-q", "-o", "o", "add-label", "x"],
                    ["merge", "d", "d", "-q", "-o", "o"], ["bulk", "d", "-q", "-o", "o"], ["check", "d"],
                    ["new", "album", "-o", "-"]):
                (folder / "o").unlink(missing_ok=True)
                try:
                    result = run(*command, cwd=folder, env=fake, timeout=60)
                except subprocess.TimeoutExpired:
                    expect(False, f"clock {seconds} {every}, {command[0]}: it hangs")
                    continue
                codes = (0,) if fits else (0, 1)
                expect(result.returncode in codes, f"clock {seconds} {every}, {command[0]}: {result}")
                if not fits and command[0] in ("edit", "merge"):
                    expect(result.returncode == 1 and b"clock" in result.stderr, f"clock {seconds}: {result}")
            good("edit", "d", "--device", DEVICE, "--now", "2026-01-01T00:00:00Z", "-q", "-o", "o", "--force",
                 "add-label", "x", cwd=folder, env=fake)
            good("merge", "d", "-q", "--no-horizon", "-o", "o", "--force", cwd=folder, env=fake)
    expect((folder / "d").read_bytes() == before, "clock: the document changed")


@case()
def environments(folder):
    """TZ, LANG, LC_ALL, HOME, PATH and TERM, odd or missing, change nothing that is written."""
    (folder / "d").write_bytes(album(["a"]))
    command = ["edit", "d", "--device", DEVICE, "--now", "2026-03-29T01:30:00Z", "-q", "-o", "-", "set-name", "Ä"]
    wanted = good(*command, cwd=folder).stdout
    for environment in (
            {}, {"TZ": "Pacific/Kiritimati"}, {"TZ": ":/nothing"}, {"TZ": "A" * 100_000}, {"LANG": "tr_TR.UTF-8"},
            {"LC_ALL": "de_DE"}, {"LC_ALL": "\udcff"}, {"TERM": "nothing", "COLUMNS": "-1"}, {"PATH": "", "HOME": ""},
            {"TMPDIR": "/nothing"}, {"MALLOC_PERTURB_": "165"}, {"SWIFT_BACKTRACE": "enable=yes"},
            {"SWIFT_DETERMINISTIC_HASHING": "1"}):
        result = run(*command, cwd=folder, env=environment)
        expect(result.returncode == 0 and result.stdout == wanted, f"environment {environment}: {result}")
        help_text = run("edit", "--help", env=environment)
        expect(help_text.returncode == 0, f"environment {environment}: {help_text}")


NAMES = [
    b"\xff", b"a\nb: valid, album", b"a\rb", b"\x1b[2Jx", b"\xe2\x80\xaex", b"\xe3\x85\xa4", b"\xcd\x8f",
    b"\xef\xb8\x8f", b"\xf3\xa0\xbf\xbf", b"\xe2\x81\xa5", b"\xf4\x8f\xbd\xbf", b"e\xcc\x81", b"\xc3\xa9", b"--x",
    b"-q", b" ", b"'", b"\xed\xa0\x80", b"%s%n", b"\\u{a}", b"\xe1\x85\x9f", b"\xe1\x85\xa0", b"\xef\xbe\xa0"]


@case()
def names(folder):
    """Every command works on names of any bytes, and shows each on a line of its own."""
    place = os.fsencode(folder)
    for name in NAMES[::3] if harness.QUICK else NAMES:
        path = os.path.join(place, name)
        good("new", "album", "--id", ID, "-o", path)
        expect(os.path.isfile(path), f"names: {name!r} is not made")
        good("edit", path, "--device", DEVICE, "-q", "add-label", "x")
        for command in (
                ["check", path], ["merge", path, "-o", path], ["canonicalize", path, "-o", path], ["inspect", path],
                ["edit", path, "--device", DEVICE, "add-label", "y"], ["explain", path, path],
                ["before", path, "--horizon", "2026-01-01T00:00:00Z", "-o", path],
                ["skew", path, "--now", "2026-01-01T00:00:00Z"]):
            result = good(*command)
            shown = result.stdout + result.stderr
            for bad in (b"\x1b", b"\r", b"\xe2\x80\xae", b"\xe3\x85\xa4", b"\xcd\x8f", b"\xff", b"\xe2\x81\xa5",
                        b"\xf3\xa0\xbf\xbf", b"\xef\xb8\x8f", b"\xed\xa0\x80", b"\xef\xbe\xa0"):
                expect(bad not in shown, f"names: {command[0]} {name!r} shows {bad!r}")
            if command[0] == "check":
                expect(shown.count(b"\n") == 1, f"names: check {name!r} shows {shown!r}")
        missing = run("check", os.path.join(place, b"no" + name))
        expect(missing.returncode == 1 and missing.stderr.count(b"\n") == 1, f"names: {missing}")
        os.unlink(path)
    left = content(folder)
    expect(left == {}, f"names: {left} left")
    good("new", "album", "--id", ID, "-o", folder / "d")
    result = run("edit", folder / "d", "--device", DEVICE, "add-label", b"\xff")
    expect(result.returncode == 2 and b"UTF-8" in result.stderr, f"names: a label that is no text: {result}")
    result = run("merg\n\x1b", "x")
    expect(result.stderr.count(b"\n") == 2 and b"\x1b" not in result.stderr, f"names: {result}")


@case()
def arguments(folder):
    """Numbers are decimal digits, unused options are refused, hostile values are refused in words: code 2, no output."""
    (folder / "k").mkdir()
    keys(folder / "k")
    (folder / "d").write_bytes(album(["a"]))
    good("new", "asset", "--id", ID, "-o", folder / "asset")
    before = content(folder)
    edit = ["edit", "asset", "--device", DEVICE]
    wrong = []
    for number in ("0x10", "+3", "03", "3.0", " 3", "3 ", "-1", "", "٣", "9" * 400, "nan", "1e1"):
        wrong += [
            ["bulk", "d", "-o", "o", f"--jobs={number}"], [*edit, "set-rating", number],
            [*edit, "set-stack", ID, "burst", "member", number], ["conformance", "fuzz", f"--count={number}"],
            ["conformance", "fuzz", f"--seed={number}"], ["conformance", "run", f"--memory={number}"],
            ["seal", "--kind", "album", "--public-key", "k/public", "--key", "k/key", f"--key-version={number}", "k/signed",
             "-o", "o"]]
    for number in ("0x10", "+3", "03", " 3", "nan", "inf", "1e1", "", "1e999"):
        wrong += [
            [*edit, "set-location", number, "1"], ["conformance", "run", f"--timeout={number}"],
            [*edit, "put-region", "new", "circle", number, "0.5", "0.1"]]
    for option in (["--jobs", "2"], ["--set-aside", "o"], ["--json", "-q"], ["--lines"], ["--view", "default"],
                   ["--no-horizon", "--leave-out-future"], ["--no-horizon", "--accepted-at", "2026-01-01T00:00:00Z"]):
        wrong.append(["merge", "d", "-o", "o", *option])
    for option in ("hex", "kind=album", "json"):
        wrong.append(["bulk", "d", "-o", "o", f"--{option}"])
    wrong += [
        ["inspect", "d", "--diag", "--json"], ["inspect", "d", "--diag", "--kind", "album"],
        ["keygen", "sealing", "-o", "o", "--public-key", "x"], ["keygen", "signing", "-o", "o", "--seed", "k/seed"],
        ["keygen", "public", "-o", "o"], [*edit, "--remove", "add-label", "x"], [*edit, "--clear", "add-label", "x"],
        ["verify", "--kind", "album", "--public-key", "k/public", "k/signed", "--no-horizon"],
        ["before", "d", "-o", "o", "--horizon", "tomorrow"], ["skew", "d", "--now", "2026-02-30T00:00:00Z"],
        ["merge", "d", "-o", "o", "--accepted-at", "2026-01-01 00:00:00Z"],
        ["edit", "d", "--device", DEVICE, "--now", "99999-01-01T00:00:00Z", "add-label", "x"]]
    for command in wrong:
        result = run(*command, cwd=folder, timeout=120)
        expect(result.returncode == 2, f"arguments: {command}: {result.returncode} {result.stderr[:200]!r}")
    expect(content(folder) == before, "arguments: a file changed")
    for time in ("2026-01-01t00:00:00z", "2026-01-01T02:00:00.999999999+02:00", "2016-12-31T23:59:60Z",
                 "2026-01-01T00:00:00-00:00", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.9Z"):
        good("skew", "d", "--now", time, cwd=folder)
        good("before", "d", "--horizon", time, "-q", "-o", "o", "--force", cwd=folder)
        good("edit", "d", "--device", DEVICE, "--now", time, "-q", "-o", "o", "--force", "add-label", "x", cwd=folder)


@case()
def horizon(folder):
    """A stamp of the year 9999 is refused by merge, open and verify -o, and named; both ways on work."""
    keys(folder)
    good("edit", "d", "--device", DEVICE, "--now", "9999-12-31T23:59:59.999Z", "--no-horizon", "-q", "set-name", "x",
         cwd=folder)
    good("sign", "--kind", "album", "--seed", "seed", "-o", "signed9", "d", cwd=folder)
    good("seal", "--kind", "album", "--public-key", "public", "--key", "key", "--key-version", 1, "-o", "record9",
         "signed9", cwd=folder)
    commands = [
        ["merge", "d", "-q"], ["verify", "--kind", "album", "--public-key", "public", "signed9"],
        ["open", "--kind", "album", "--id", ID, "--public-key", "public", "--key", "key", "record9"]]
    for command in commands:
        for accepted in ([], ["--accepted-at", "2026-01-01T00:00:00Z"]):
            result = run(*command, *accepted, "-o", "o", cwd=folder)
            expect(result.returncode == 1 and not (folder / "o").exists(), f"horizon, {command[0]}: {result}")
            for word in (b"name, stamped 9999-12-31T23:59:59.999Z", DEVICE.encode(), b"--leave-out-future"):
                expect(word in result.stderr, f"horizon, {command[0]}: {word!r} is not in {result.stderr!r}")
        result = good(*command, "--leave-out-future", "-o", "o", cwd=folder)
        expect(b"left out: name" in result.stderr + result.stdout, f"horizon, {command[0]}: {result}")
        expect(b"name" not in (folder / "o").read_bytes(), f"horizon, {command[0]}: the write is still there")
        good(*command, "--no-horizon", "-o", "o", cwd=folder)
        expect((folder / "o").read_bytes() == (folder / "d").read_bytes(), f"horizon, {command[0]}: not as it was")
        (folder / "o").unlink()
    before = (folder / "d").read_bytes()
    result = run("edit", "d", "--device", DEVICE, "set-name", "y", cwd=folder)
    expect(result.returncode == 1 and (folder / "d").read_bytes() == before, f"horizon, edit: {result}")
    good("edit", "d", "--device", DEVICE, "--leave-out-future", "-q", "set-name", "y", cwd=folder)
    good("merge", "d", "-q", "-o", "o", cwd=folder)

# SPDX-License-Identifier: Apache-2.0
"""Run the vectors against a testee without the runner: check.py [options] -- COMMAND...

  --filter TEXT     only ids that contain TEXT
  --ids FILE        only the ids of a JSON list (such as smoke.json)
  --timeout SECONDS for one answer (default 20); a testee that takes longer is restarted
  --no-skips        a skipped vector is a failure too
  --quiet           the closing line alone

Prints each vector whose answer is not the expected one, and the counts. Exit 0 when all passed or were skipped.
An answer of `unsupported` skips a vector that expects another; skipped is counted and never passes.
"""

import argparse
import collections
import json
import queue
import subprocess
import sys
import threading

import suitefiles


class Testee:
    """A testee's process; one that ends, is silent too long or answers out of order is started anew."""

    def __init__(self, command, timeout):
        self.command, self.timeout, self.process, self.number = command, timeout, None, 0

    def start(self):
        """Start the process and the thread that reads its answers."""
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.answers = queue.SimpleQueue()
        threading.Thread(target=self.read, args=(self.process.stdout, self.answers), daemon=True).start()

    @staticmethod
    def read(stream, answers):
        """Hand on each line, then None at the end."""
        for line in stream:
            answers.put(line)
        answers.put(None)

    def stop(self):
        """End the process."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def ask(self, request):
        """The answer to a request, or a text that says why there is none."""
        if self.process is None:
            self.start()
        self.number += 1
        try:
            self.process.stdin.write(json.dumps({"id": self.number, **request}).encode() + b"\n")
            self.process.stdin.flush()
            line = self.answers.get(timeout=self.timeout)
            if line is None:
                raise BrokenPipeError
            answer = json.loads(line)
        except queue.Empty:
            self.stop()
            return "no answer in %s s" % self.timeout
        except OSError:
            self.stop()
            return "the testee ended"
        except ValueError:
            self.stop()
            return "an answer that is no JSON"
        if not isinstance(answer, dict) or answer.get("id") != self.number:
            self.stop()
            return "an answer to another request: its id is %s, not %d" % (
                json.dumps(answer.get("id")) if isinstance(answer, dict) else "missing", self.number)
        return answer


def shortened(value, limit=600):
    """A JSON value as text, cut in the middle."""
    text = json.dumps(value, sort_keys=True)
    return text if len(text) <= limit else text[: limit // 2] + " ... " + text[-limit // 2 :]


def main():
    """Run and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="")
    parser.add_argument("--ids")
    parser.add_argument("--timeout", type=float, default=20)
    parser.add_argument("--no-skips", action="store_true")
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    chosen = [vector for vector in suitefiles.vectors() if options.filter in vector["id"]]
    if options.ids:
        try:
            ids = suitefiles.load(options.ids)
        except OSError as error:
            sys.exit("check: %s: %s" % (options.ids, error.strerror))
        missing = set(ids) - {vector["id"] for vector in chosen}
        if missing:
            sys.exit("check: no vector %s" % ", ".join(sorted(missing)))
        chosen = [vector for vector in chosen if vector["id"] in ids]
    testee, results = Testee(options.command, options.timeout), collections.Counter()
    for vector in chosen:
        answer = testee.ask(vector["request"])
        if suitefiles.as_expected(vector["expect"], answer):
            results["passed"] += 1
        elif isinstance(answer, dict) and answer.get("error") == "unsupported":
            results["skipped"] += 1
        else:
            results["failed"] += 1
            if not options.quiet:
                print(
                    "%s\n  %s (%s: %s)\n  request  %s\n  expected %s\n  answered %s"
                    % (
                        vector["id"],
                        vector["note"],
                        vector["spec"]["section"],
                        vector["spec"]["rule"],
                        shortened(vector["request"]),
                        shortened(vector["expect"]),
                        shortened(answer),
                    )
                )
    testee.stop()
    print(
        "check: %d passed, %d failed, %d skipped of %d"
        % (results["passed"], results["failed"], results["skipped"], len(chosen))
    )
    wrong = results["failed"] + (results["skipped"] if options.no_skips else 0)
    sys.exit(0 if chosen and not wrong else 1)


if __name__ == "__main__":
    main()

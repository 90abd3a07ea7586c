// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

Bench.run(Array(CommandLine.arguments.dropFirst())).exitProcess()

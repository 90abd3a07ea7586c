// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

Tool.run(Array(CommandLine.arguments.dropFirst())).exitProcess()

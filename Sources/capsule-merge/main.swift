// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

Tool.run(ProcessStart.arguments()).exitProcess()

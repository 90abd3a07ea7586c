// SPDX-License-Identifier: Apache-2.0

/// Finds inputs that were open before an output was locked, and that the output has taken the place of since.
///
/// A file that is named is opened under the lock. One that the shell opened (`< FILE`, `/dev/fd/7`) may be one that
/// another command has replaced meanwhile: what is made of it would undo what that command wrote.
package struct ReplacedInput {
    private let files: CommandFiles
    private let inPlace: [(input: NamedFile, output: NamedFile)]

    /// Looks at the files as they are before the outputs are locked.
    package init(_ files: CommandFiles) {
        let inputs = files.files.filter { !$0.use.writes }
        inPlace = files.outputs.filter { $0.path != "-" }.flatMap { output in
            let identity = output.identity
            return inputs.filter { identity != nil && $0.identity == identity }.map { ($0, output) }
        }
        self.files = files
    }

    /// What is wrong, in one sentence, once the outputs are locked; nil when nothing is.
    package var conflict: String? {
        let inputs = files.files.filter { !$0.use.writes }
        for output in files.outputs where output.path != "-" {
            // Linux names an open file that something else took the place of so.
            let replaced = FilePath.target(output.path) + " (deleted)"
            let found = inputs.first {
                FilePath.lastTarget($0.path == "-" ? "/dev/fd/0" : $0.path) == replaced
            }
            if let found { return message(found, output) }
        }
        let changed = inPlace.first { $0.input.identity != $0.output.identity }
        return changed.map { message($0.input, $0.output) }
    }

    private func message(_ input: NamedFile, _ output: NamedFile) -> String {
        "\(input.name) was opened before another command replaced \(output.name), and what that wrote would be lost; "
            + "name the file instead"
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The style of the page.
///
/// Each pair of text and ground has a contrast of at least 4.5 to 1 in both schemes.
enum HTMLStyle {
    static let text = """
        :root {
          --ground: #ffffff; --raised: #f4f6f8; --line: #d0d7de; --text: #1b2026; --quiet: #525c67;
          --link: #0b57a4; --bad: #9f1d17; --bad-ground: #fdeceb; --good: #0d5c33; --good-ground: #e4f4ea;
          --warn: #6b4300; --warn-ground: #fff2da; --mark: #ffd3ce; --mark-text: #5c0a06;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #11161b; --raised: #1a2128; --line: #38434e; --text: #e7ebef; --quiet: #a9b4bf;
            --link: #8cc2ff; --bad: #ffb3ab; --bad-ground: #3a1513; --good: #86e0ac; --good-ground: #10301f;
            --warn: #ffcf87; --warn-ground: #372606; --mark: #7c231c; --mark-text: #ffffff;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0 auto; padding: 1.25rem 1rem 3rem; max-width: 62rem; background: var(--ground);
          color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
        }
        h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; }
        h2 { font-size: 1.2rem; margin: 2.25rem 0 .75rem; }
        h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
        h4 { font-size: .875rem; margin: 1rem 0 .375rem; }
        a { color: var(--link); }
        code, pre, .hex td, .diff td { font: .8125rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
        :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
        .skip { position: absolute; left: -99rem; }
        .skip:focus { left: 1rem; top: .5rem; padding: .5rem; background: var(--ground); }
        .verdict { font-size: 1.125rem; font-weight: 600; padding: .5rem .75rem; border-radius: .375rem; margin: 0; }
        .verdict.bad { color: var(--bad); background: var(--bad-ground); }
        .verdict.good { color: var(--good); background: var(--good-ground); }
        .sums { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; margin: .75rem 0; }
        .sums b { font-size: 1.25rem; font-variant-numeric: tabular-nums; }
        .none { color: var(--quiet); }
        .failed { color: var(--bad); }
        .passed { color: var(--good); }
        .expected-failure, .skipped, .not-run { color: var(--warn); }
        .facts { margin: .5rem 0; }
        .facts div { display: flex; gap: .25rem .75rem; padding: .125rem 0; flex-wrap: wrap; }
        .facts dt { color: var(--quiet); flex: 0 0 7rem; overflow-wrap: normal; }
        .facts dd { margin: 0; flex: 1 1 16rem; }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; overflow-wrap: normal; }
        .areas { min-width: 100%; font-variant-numeric: tabular-nums; }
        .areas th, .areas td { padding: .3rem .5rem; text-align: right; border-bottom: 1px solid var(--line); }
        .areas th:first-child { text-align: left; }
        .areas thead th { font-size: .8125rem; color: var(--quiet); font-weight: 600; vertical-align: bottom; }
        .areas tbody th { font-weight: 500; white-space: nowrap; }
        .areas thead th:first-child { width: 40%; }
        .areas tbody tr:hover { background: var(--raised); }
        .areas td.failed { font-weight: 700; }
        details { border: 1px solid var(--line); border-radius: .375rem; margin: .5rem 0; padding: 0 .75rem; }
        details[open] { padding-bottom: .75rem; }
        summary { cursor: pointer; padding: .5rem .75rem; margin: 0 -.75rem; border-radius: .375rem; }
        summary:hover { background: var(--raised); }
        details[open] > summary { border-bottom: 1px solid var(--line); border-radius: .375rem .375rem 0 0; }
        .message { display: block; color: var(--quiet); font-size: .875rem; padding-left: 1rem; }
        .class {
          font-size: .75rem; font-weight: 600; color: var(--bad); background: var(--bad-ground);
          padding: .125rem .5rem; border-radius: 1rem; white-space: nowrap;
        }
        .count { color: var(--quiet); }
        .request { margin-top: 1rem; }
        pre { white-space: pre-wrap; background: var(--raised); padding: .625rem .75rem; border-radius: .375rem; margin: .375rem 0; }
        .command { user-select: all; }
        .ids { columns: 22rem; padding-left: 1.25rem; }
        .hex th, .diff th {
          font-size: .75rem; font-weight: 400; color: var(--quiet); text-align: left; padding: 0 .625rem 0 0;
          vertical-align: baseline; white-space: nowrap;
        }
        .hex td { padding: 0 .25rem; }
        .hex tbody + tbody tr:first-child > * { padding-top: .375rem; }
        mark { background: var(--mark); color: var(--mark-text); border-radius: .125rem; }
        .hex mark { padding: 0 .125rem; margin: 0 -.125rem; }
        .diff { min-width: 100%; }
        .diff td { white-space: pre-wrap; overflow-wrap: anywhere; padding: 0 .5rem; width: 100%; }
        .diff .expected td { background: var(--good-ground); }
        .diff .given td { background: var(--bad-ground); }
        .diff .same th, .diff .gap th { opacity: 0; }
        .diff .gap td { color: var(--quiet); }
        footer { margin-top: 3rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: .875rem; }
        @media (max-width: 36rem) {
          body { padding: 1rem .75rem 2rem; }
          .areas th, .areas td { padding: .3rem .375rem; }
          .facts dt { flex-basis: 5.25rem; }
          .facts dd { flex-basis: 12rem; }
          .areas { font-size: .875rem; }
          .areas thead th { font-size: .6875rem; }
          .areas thead th:first-child { width: auto; }
          .areas th, .areas td { padding-inline: .1875rem; }
        }

        """
}

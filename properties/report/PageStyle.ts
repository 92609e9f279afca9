/** The page's style: light and dark schemes, phones, nothing loaded. */
export const style = `
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #1d1f22; --soft: #5b6067; --line: #dcd9d1; --card: #fff;
  --good: #1b6e3c; --bad: #b3261e; --warn: #8a5a00; --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
@media (prefers-color-scheme: dark) { :root { --paper: #16181b; --ink: #e9e7e2; --soft: #a3a8af; --line: #34383e;
  --card: #1e2125; --good: #6fcf97; --bad: #ff8a80; --warn: #e9b949 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1rem 4rem }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem } h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem } p { margin: .5rem 0 } .soft { color: var(--soft) }
.levels { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: .75rem; padding: 0; list-style: none }
.levels li { background: var(--card); border: 1px solid var(--line); border-left: .3rem solid var(--bad); border-radius: .4rem; padding: .75rem }
.levels li.reached { border-left-color: var(--good) } .levels strong { display: block; font-size: 1.05rem }
.levels small { color: var(--soft); display: block; line-height: 1.35; margin-top: .25rem }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0 } .facts dt { color: var(--soft) }
.facts dd { margin: 0; overflow-wrap: anywhere }
.warnings { border-left: .3rem solid var(--warn); background: var(--card); padding: .5rem 1rem .5rem 2rem; border-radius: .4rem }
.warnings li { margin: .25rem 0 }
details { background: var(--card); border: 1px solid var(--line); border-radius: .4rem; margin: .35rem 0 }
summary { cursor: pointer; padding: .5rem .75rem; overflow-wrap: anywhere } summary:focus-visible { outline: 2px solid var(--good) }
details > div { padding: 0 .75rem .75rem } .mark { display: inline-block; min-width: 4.6rem; font-weight: 600 }
.kept .mark, .fewer .mark { color: var(--good) } .broken .mark { color: var(--bad) }
.warned .mark, .untold .mark, .unread .mark { color: var(--warn) }
pre, code { font: .85rem/1.45 var(--mono) } pre { overflow-x: auto; background: var(--paper); border: 1px solid var(--line);
  border-radius: .3rem; padding: .6rem; white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0 }
.scroll { overflow-x: auto } table { border-collapse: collapse; font-size: .9rem; min-width: 100% }
th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
footer { margin-top: 3rem; color: var(--soft); font-size: .9rem }
@media (max-width: 34rem) { .facts { grid-template-columns: 1fr } .facts dd { margin-bottom: .4rem } .mark { display: block } }
`

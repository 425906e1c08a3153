import { raw } from 'hono/html';

/** The page's own style: follows the system's light or dark, one column from 320 px on, two from 60 rem. */
export const STYLE = raw(`
:root { color-scheme: light dark; --ink: light-dark(#1c2430, #e6e9ee); --soft: light-dark(#566173, #9aa5b5); --line: light-dark(#d5dbe3, #313b49);
  --ground: light-dark(#f4f6f8, #12161c); --sheet: light-dark(#ffffff, #1a2028); --act: light-dark(#0b6b53, #4cc9a4); --on-act: light-dark(#ffffff, #06231b);
  --bad: light-dark(#a3261b, #ff9b8f); --tape: light-dark(#f2c230, #b98f12); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
.tape { background: repeating-linear-gradient(-45deg, var(--tape) 0 14px, transparent 14px 28px); height: 8px; }
header, main { max-width: 68rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0; }
h2 { font-size: 1.125rem; margin: 0 0 .75rem; }
.en { display: block; font-size: .875rem; font-weight: 400; color: var(--soft); }
main { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 60rem) { main { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); align-items: start; } .wide { grid-column: 1 / -1; } }
section { background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; min-width: 0; }
label { display: block; margin: 0 0 .75rem; }
input, select { width: 100%; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--soft); border-radius: .375rem; padding: .5rem .625rem; min-height: 2.75rem; }
button { font: inherit; font-weight: 600; color: var(--on-act); background: var(--act); border: 0; border-radius: .375rem; padding: .5rem 1rem; min-height: 2.75rem; cursor: pointer; }
a { color: var(--act); } form + .note { margin-top: .75rem; } .switch button { background: transparent; color: var(--act); border: 1px solid var(--act); }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .25rem .75rem; margin: 0 0 1rem; }
dt { color: var(--soft); } dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
ul { list-style: none; margin: 0; padding: 0; } li { border-top: 1px solid var(--line); padding: .625rem 0; overflow-wrap: anywhere; } li:first-child { border-top: 0; }
.row { display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; } .amount { font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
.note { color: var(--soft); font-size: .875rem; margin: 0; } .said { border-color: var(--act); } .bad { border-color: var(--bad); } .bad strong { color: var(--bad); }
.switch { display: grid; grid-template-columns: minmax(0, 1fr) 4.5rem auto; gap: .5rem; align-items: center; margin: 0; } .switch label { margin: 0; }
code { font-size: .875em; } .on code { color: var(--bad); font-weight: 700; }
@media (max-width: 30rem) { .switch { grid-template-columns: minmax(0, 1fr) auto; } .switch > div { grid-column: 1 / -1; } }
`);

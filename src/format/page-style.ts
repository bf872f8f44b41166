/**
 * The style of HTML reports. Charts take their colours from the same variables, so they turn dark with the page.
 */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1d2127; --muted: #5d6570; --rule: #d9dde2;
  --accent: #1f5fa8; --accent-tint: #e9f1fa; --warning: #8a5300; --warning-tint: #fdf4e3;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181c; --ink: #e3e6ea; --muted: #9aa3ae; --rule: #363c44;
    --accent: #7fb2ec; --accent-tint: #1b2a3b; --warning: #e6b566; --warning-tint: #2b2314;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
main { max-width: 74rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .6rem; padding-top: .6rem; border-top: 1px solid var(--rule); }
h3 { font-size: 1rem; margin: 1.6rem 0 .4rem; }
p, ul, dl { max-width: 46rem; margin: 0 0 .8rem; overflow-wrap: anywhere; }
ul { padding-left: 1.2rem; }
.scroll { overflow-x: auto; margin: .6rem 0 1.2rem; }
.scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; font-size: .87rem; line-height: 1.35; }
caption { text-align: left; color: var(--muted); padding-bottom: .4rem; }
th, td { padding: .3rem .65rem .3rem 0; text-align: left; vertical-align: top; font-weight: normal; }
thead th { border-bottom: 1px solid var(--ink); font-weight: 600; vertical-align: bottom; }
thead .figure { white-space: normal; }
tbody tr + tr > * { border-top: 1px solid var(--rule); }
tbody th { min-width: 8rem; max-width: 18rem; overflow-wrap: anywhere; }
tbody th[scope=row], thead th:first-child { position: sticky; left: 0; background: var(--paper); }
td { max-width: 30rem; overflow-wrap: anywhere; }
.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.group th { padding-top: .9rem; color: var(--muted); font-size: .92em; font-weight: 600; }
tbody .marked > :is(th, td) { background: var(--accent-tint); font-weight: 600; }
.interval { display: block; color: var(--muted); font-size: .87em; font-weight: normal; }
.warnings { border-left: 3px solid var(--warning); background: var(--warning-tint); padding: .7rem 1rem .1rem; }
figure { margin: .8rem 0 1.6rem; }
figcaption { max-width: 46rem; color: var(--muted); font-size: .87rem; }
svg { display: block; max-width: max(100%, 30rem); height: auto; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.2rem; }
dt { font-weight: 600; }
dd { margin: 0; color: var(--muted); }
@media (max-width: 40rem) {
  dl { display: block; }
  dd { margin-bottom: .5rem; }
  main { padding: 1.25rem 1rem 3rem; }
}
@page { size: landscape; margin: 12mm; }
@media print {
  :root {
    color-scheme: light;
    --paper: #ffffff; --ink: #000000; --muted: #444444; --rule: #bbbbbb;
    --accent: #1f5fa8; --accent-tint: #e9f1fa; --warning: #8a5300; --warning-tint: #ffffff;
  }
  body { font-size: 10pt; }
  main { max-width: none; padding: 0; }
  .scroll { overflow: visible; }
  tbody th[scope=row], thead th:first-child { position: static; }
  table { font-size: 7.5pt; }
  figure, tr { break-inside: avoid; }
  h2, h3, caption { break-after: avoid; }
}
`;

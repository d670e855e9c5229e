/** The look of the page that shows the API; in light and in dark, on a phone and on paper. */
export const docsStyle = `
:root { color-scheme: light dark; --line: light-dark(#d5dbd3, #3a443b); --soft: light-dark(#f3f6f1, #1c231d); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem; font: 1rem/1.6 system-ui, sans-serif;
  color: light-dark(#17231a, #e5ece5); background: light-dark(#fff, #121712); }
h1 { margin: 0 0 .5rem; line-height: 1.2; } h2 { margin: 2.5rem 0 .75rem; } h3 { margin: 1.25rem 0 .25rem; font-size: 1rem; }
a { color: light-dark(#15692f, #7fd79b); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 1rem 0; padding: 0; list-style: none; }
nav a { display: inline-block; min-width: 2.75rem; padding: .6rem 0; }
details { margin: .5rem 0; border: 1px solid var(--line); border-radius: .5rem; }
summary { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; min-height: 2.75rem; padding: .6rem .9rem;
  cursor: pointer; border-radius: .5rem; }
summary:hover { background: var(--soft); }
:focus-visible { outline: 3px solid light-dark(#15692f, #7fd79b); outline-offset: 2px; }
details > div { padding: 0 .9rem .9rem; }
.method { min-width: 4.5rem; font-weight: 700; font-family: ui-monospace, monospace; }
.path { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.who { margin-left: auto; color: light-dark(#4c5a4f, #a9b8ac); font-size: .9rem; }
code { font-family: ui-monospace, monospace; font-size: .92em; }
pre { overflow-x: auto; margin: .5rem 0; padding: .75rem; background: var(--soft); border-radius: .5rem; font-size: .875rem; line-height: 1.5; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; } th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line); }
@media print { details { break-inside: avoid; } }
`;

import { expect, test } from "vitest";
import { deferScripts } from "./defer-scripts.ts";

const page = [
  '<head><meta charSet="utf-8"/><link rel="stylesheet" href="/a.css"/><link rel="modulepreload" href="/entry.js" nonce="m"/>',
  '<link rel="modulepreload" href="/root.js"/></head><body><h1>Polpas</h1>',
  '<script nonce="m">context()</script>',
  '<script nonce="m" type="module" async="">import "/manifest.js";\nimport * as route0 from "/root.js";\n',
  'window.modules = {"root":route0};\n\nimport("/entry.js");</script></body>',
].join("");

test("early input is held back and scripts are preloaded from the head; they run after the first paint, in their order", () => {
  const html = deferScripts(page);
  expect(html).not.toContain('<link rel="modulepreload"');
  expect(html).not.toMatch(/[\n>]import[ "]/);
  const steps = [
    '<head><meta charSet="utf-8"/><script nonce="m">',
    "data-hydrated",
    '["/entry.js","/root.js"]',
    '<link rel="stylesheet"',
    "<h1>Polpas</h1>",
    "requestAnimationFrame",
    'await import("/manifest.js");',
    'const route0=await import("/root.js");',
    'window.modules = {"root":route0};',
    'import("/entry.js");',
  ].map((step) => html.indexOf(step));
  expect(steps).not.toContain(-1);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
});

test("the content of the page and its other scripts are unchanged", () => {
  const html = deferScripts(page);
  expect(html).toContain('<link rel="stylesheet" href="/a.css"/>');
  expect(html).toContain('<h1>Polpas</h1><script nonce="m">context()</script>');
  expect(deferScripts("<p>import * as x</p>")).toBe("<p>import * as x</p>");
});

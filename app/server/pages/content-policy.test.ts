import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { secureDocument } from "./content-policy.ts";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("scripts of the renderer are allowed, a script injected through data is not", () => {
  const { html, policy } = secureDocument(
    [
      `<script nonce="m1">own()</script>`,
      `<script type="module" async="" nonce="m1">import "/a.js"</script>`,
      `<script src="/b.js" nonce="m1"></script>`,
      `<script>stolen()</script>`,
      `<script nonce="m2">guessed()</script>`,
      `<script type="application/ld+json">{}</script>`,
      `<style nonce="m1">a{}</style>`,
      `<link rel="stylesheet" href="/a.css" nonce="m1"/><p>text</p>`,
    ].join("\n"),
    "m1",
  );
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
  expect(scripts).toBe(`'self' ${hash("own()")} ${hash('import "/a.js"')}`);
  expect(policy).toContain(`style-src 'self' ${hash("a{}")};`);
  expect(html).not.toContain("m1");
});

test("the policy allows no other inline script and no framing", () => {
  const { policy } = secureDocument("<p>", "m1");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});

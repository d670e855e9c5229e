import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { absoluteUrl, escapeXml, isoDuration, pictureAddress, summarize } from "./seo.ts";

describe("addresses", () => {
  test("a path gets the origin, an absolute URL is unchanged", () => {
    expect(absoluteUrl("https://loja.example", "/receitas?receita=pave")).toBe(
      "https://loja.example/receitas?receita=pave",
    );
    expect(absoluteUrl("https://loja.example", "https://cdn.example/a.jpg")).toBe(
      "https://cdn.example/a.jpg",
    );
  });

  test("an invalid address falls back to the origin", () => {
    expect(absoluteUrl("https://loja.example", "https://[")).toBe("https://loja.example");
  });

  test("only the shop's own pictures get a width", () => {
    expect(pictureAddress("/media/site-assets/capa.jpg", 1280)).toBe(
      "/media/site-assets/capa.jpg?w=1280",
    );
    expect(pictureAddress("https://cdn.example/a.jpg", 1280)).toBe("https://cdn.example/a.jpg");
  });
});

describe("a description", () => {
  test("is one line, cut between words", () => {
    expect(summarize("Polpa  de açaí\n\ncongelada")).toBe("Polpa de açaí congelada");
    expect(summarize("Polpa de açaí, congelada na safra", 16)).toBe("Polpa de açaí…");
  });

  test("never exceeds the length", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 8, max: 200 }), (text, length) => {
        expect(summarize(text, length).length).toBeLessThanOrEqual(length);
      }),
    );
  });
});

test("minutes are written as ISO 8601 durations", () => {
  expect([5, 60, 90, 125, 0].map(isoDuration)).toEqual([
    "PT5M",
    "PT1H",
    "PT1H30M",
    "PT2H5M",
    "PT0M",
  ]);
});

describe("text inside XML", () => {
  test("is escaped", () => {
    expect(escapeXml(`<a href="x">Pão & 'mel'</a>`)).toBe(
      "&lt;a href=&quot;x&quot;&gt;Pão &amp; &apos;mel&apos;&lt;/a&gt;",
    );
  });

  test("contains no characters that XML forbids and no lone surrogates", () => {
    expect(escapeXml("a\u0000\u0008\u000b\ufffe\ud800b😀")).toBe("ab😀");
  });
});

import { afterEach, expect, test, vi } from "vitest";
import { onSignedOut } from "../changes.ts";
import { keepShownPage, readQuietly } from "./quiet-reading.ts";

type Results = Record<string, { type: "data" | "error"; result: unknown }>;

const address = "http://loja.example/produtos/pescados";
const shown = [
  { id: "root", loaderData: "old settings" },
  { id: "category", loaderData: "old goods" },
];
const failure = { type: "error", result: new TypeError("Failed to fetch") } as const;
const noPage = { status: 404, statusText: "", internal: false, data: null };

afterEach(() => vi.unstubAllGlobals());

/** What the page shows after a walk, or a quiet reading, that ended with `results`. */
function pageAfter(results: Results, url = address) {
  return keepShownPage({ request: new Request(url) }, async () => ({ ...results }));
}

async function read(results: Results, url = address) {
  vi.stubGlobal("location", { href: address });
  let page: Results = {};
  const complete = await readQuietly(shown, async () => {
    page = await pageAfter(results, url);
  });
  return { page, complete };
}

test("a quiet reading brings what is new", async () => {
  const results = { category: { type: "data", result: "new goods" } } as const;
  expect(await read(results)).toEqual({ page: results, complete: true });
});

test("one that fails leaves the page as it was, and says so", async () => {
  const { page, complete } = await read({
    root: { type: "data", result: "new settings" },
    category: failure,
  });
  expect(page).toEqual({
    root: { type: "data", result: "new settings" },
    category: { type: "data", result: "old goods" },
  });
  expect(complete).toBe(false);
});

test("where the shop says no or leads elsewhere, that is followed", async () => {
  for (const result of [noPage, Response.redirect("http://loja.example/")]) {
    const results = { category: { type: "error", result } } as const;
    expect(await read(results)).toEqual({ page: results, complete: true });
  }
});

test("the way to the login is not taken by itself: who keeps the session asks about what is unsaved", async () => {
  const onOver = vi.fn<() => void>();
  const stop = onSignedOut(onOver);
  const result = new Response(null, { status: 302, headers: { Location: "/admin/login?next=x" } });
  const { page, complete } = await read({ category: { type: "error", result } });
  expect(page).toEqual({ category: { type: "data", result: "old goods" } });
  expect(complete).toBe(false);
  expect(onOver).toHaveBeenCalledOnce();
  stop();
});

test("a walk to another page shows its failure, in between and afterwards", async () => {
  const { page } = await read({ category: failure }, "http://loja.example/sobre");
  expect(page).toEqual({ category: failure });
  expect(await pageAfter({ category: failure })).toEqual({ category: failure });
});

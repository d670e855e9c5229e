import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onSignedOut } from "./changes.ts";
import { keepDataOfFailedRefetch, recordShownRoutes, refetchData } from "./refetch.ts";

type Results = Record<string, { type: "data" | "error"; result: unknown }>;

const address = "http://loja.example/produtos/pescados";
const shown = [
  { id: "root", loaderData: "old settings" },
  { id: "category", loaderData: "old goods" },
];
const failure = { type: "error", result: new TypeError("Failed to fetch") } as const;
const noPage = { status: 404, statusText: "", internal: false, data: null };

beforeEach(() => recordShownRoutes(shown));
afterEach(() => vi.unstubAllGlobals());

/** Loads the page's data in a navigation or a background refetch that returns `results`. */
function pageAfter(results: Results, url = address) {
  return keepDataOfFailedRefetch({ request: new Request(url) }, async () => ({ ...results }));
}

async function refetch(results: Results, url = address) {
  vi.stubGlobal("location", { href: address });
  let page: Results = {};
  const complete = await refetchData(async () => {
    page = await pageAfter(results, url);
  });
  return { page, complete };
}

test("a background refetch shows new data", async () => {
  const results = { category: { type: "data", result: "new goods" } } as const;
  expect(await refetch(results)).toEqual({ page: results, complete: true });
});

test("a failed refetch leaves the page as it was", async () => {
  const { page, complete } = await refetch({
    root: { type: "data", result: "new settings" },
    category: failure,
  });
  expect(page).toEqual({
    root: { type: "data", result: "new settings" },
    category: { type: "data", result: "old goods" },
  });
  expect(complete).toBe(false);
});

test("a page that could not be shown yet still says so", async () => {
  recordShownRoutes([{ id: "category", loaderData: undefined }]);
  const results = { category: failure };
  expect(await refetch(results)).toEqual({ page: results, complete: false });
});

test("a fragment in the page's address is not in the request's", async () => {
  vi.stubGlobal("location", { href: `${address}#rota` });
  let page: Results = {};
  await refetchData(async () => {
    page = await pageAfter({ category: failure });
  });
  expect(page).toEqual({ category: { type: "data", result: "old goods" } });
});

test("a missing page and a redirect are followed", async () => {
  for (const result of [noPage, Response.redirect("http://loja.example/")]) {
    const results = { category: { type: "error", result } } as const;
    expect(await refetch(results)).toEqual({ page: results, complete: true });
  }
});

test("a redirect to the login is not followed: it ends the session", async () => {
  const onOver = vi.fn<() => void>();
  const stop = onSignedOut(onOver);
  const result = new Response(null, { status: 302, headers: { Location: "/admin/login?next=x" } });
  const { page, complete } = await refetch({ category: { type: "error", result } });
  expect(page).toEqual({ category: { type: "data", result: "old goods" } });
  expect(complete).toBe(false);
  expect(onOver).toHaveBeenCalledOnce();
  stop();
});

test("a navigation shows its own failure", async () => {
  const { page } = await refetch({ category: failure }, "http://loja.example/sobre");
  expect(page).toEqual({ category: failure });
  expect(await pageAfter({ category: failure })).toEqual({ category: failure });
});

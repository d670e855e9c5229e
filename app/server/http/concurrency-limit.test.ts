import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { expect, test, vi } from "vitest";
import { limitResponses } from "./concurrency-limit.ts";

/** A route whose responses stay open until `finish`. */
function createStreamingApp() {
  const open: ReadableStreamDefaultController[] = [];
  const app = new Hono();
  app.use(limitResponses({ concurrency: 2, maxQueued: 1 }));
  app.get("/", () => {
    const body = new ReadableStream({
      start(controller) {
        open.push(controller);
        controller.enqueue(Buffer.from("first"));
      },
    });
    return new Response(body, { headers: { "X-Kind": "export" } });
  });
  app.get("/error", () => {
    throw new Error("broken");
  });
  app.onError((error) =>
    error instanceof HTTPException ? error.getResponse() : new Response(null, { status: 500 }),
  );
  return { app, open };
}

test("a response counts until it is sent or cancelled", async () => {
  const { app, open } = createStreamingApp();
  const [first, second] = [await app.request("/"), await app.request("/")];
  const third = app.request("/");
  const fourth = await app.request("/");
  expect(fourth.status).toBe(503);
  expect(fourth.headers.get("Retry-After")).toBe("5");
  expect(open).toHaveLength(2);
  open[0]?.close();
  expect(await first.text()).toBe("first");
  expect((await third).headers.get("X-Kind")).toBe("export");
  const fifth = app.request("/");
  await second.body?.cancel();
  expect((await fifth).status).toBe(200);
});

test("an error frees its place", async () => {
  const { app } = createStreamingApp();
  for (let index = 0; index < 5; index += 1) {
    expect((await app.request("/error")).status).toBe(500);
  }
  await vi.waitFor(async () => expect((await app.request("/")).status).toBe(200));
});

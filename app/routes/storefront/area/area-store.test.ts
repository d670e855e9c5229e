import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CustomerArea } from "#app/domain/customer-area/schema.ts";
import { isInArea, noteEntry } from "../my-orders/menu-item.tsx";
import { $area, forgetArea, loadArea } from "./area-store.ts";

/** Requests for the area that are not answered yet, in the order in which they were sent. */
let requests: ((response: Response) => void)[];

beforeEach(() => {
  requests = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((answer) => void requests.push(answer)));
  noteEntry(true);
});
afterEach(() => {
  forgetArea();
  vi.unstubAllGlobals();
});

const withLists = (...names: string[]) => Response.json({ lists: names.map((name) => ({ name })) });
const listNames = () => ($area.get() as CustomerArea).lists.map(({ name }) => name);

test("an answer to an earlier request does not replace that of a later one", async () => {
  const loads = [loadArea(), loadArea()];
  requests[1]?.(withLists("after the change"));
  await loads[1];
  requests[0]?.(withLists("before the change"));
  await loads[0];
  expect(listNames()).toEqual(["after the change"]);
});

test("an answer that arrives after the visitor left does not open the area again", async () => {
  const load = loadArea();
  forgetArea();
  requests[0]?.(withLists());
  await load;
  expect($area.get()).toBeUndefined();
  expect(isInArea()).toBe(false);
});

test("a device that the customer removed is in no area any more", async () => {
  const load = loadArea();
  requests[0]?.(new Response(null, { status: 401 }));
  expect(await load).toBeUndefined();
  expect(isInArea()).toBe(false);
});

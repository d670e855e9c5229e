import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createLog } from "#app/platform/log.ts";
import { keepSwept } from "./sweeping.ts";

const log = createLog("silent");

test("pictures are swept again and again, though a sweep fails, until the shop closes", async () => {
  const sweepPictures = vi.fn(async () => 0);
  sweepPictures.mockRejectedValueOnce(new Error("the disk is away"));
  const stop = keepSwept({ sweepPictures }, log, 1);
  await vi.waitFor(() => expect(sweepPictures.mock.calls.length).toBeGreaterThan(3));
  await stop();
  const { length } = sweepPictures.mock.calls;
  await wait(20);
  expect(sweepPictures).toHaveBeenCalledTimes(length);
});

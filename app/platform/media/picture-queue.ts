import pLimit from "p-limit";
import { StorageUnavailable } from "./media-store.ts";

/** Too many pictures wait to be processed; a later attempt may succeed. */
export class PictureQueueFull extends StorageUnavailable {
  override name = "PictureQueueFull";
}

/** Runs at most `concurrency` jobs at a time, the others in order. Rejects when `maxQueued` are already waiting. */
export function createPictureQueue({
  concurrency,
  maxQueued,
}: {
  concurrency: number;
  maxQueued: number;
}): <T>(job: () => Promise<T>) => Promise<T> {
  const limit = pLimit(concurrency);
  return async (job) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxQueued) {
      throw new PictureQueueFull("too many pictures are waiting to be processed");
    }
    return limit(job);
  };
}

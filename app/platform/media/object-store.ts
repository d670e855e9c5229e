import { S3mini, S3ServiceError } from "s3mini";
import { pictureTypeOf } from "#app/shared/media-types.ts";
import { isMediaName, type MediaStore, StorageUnavailable } from "./media-store.ts";

/** A bucket of an S3-compatible service with path-style addresses: `{endpoint}/{bucket}/{name}`. */
export type ObjectStorage = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

type StorageTimes = { readTimeoutMs: number; writeTimeoutMs: number; retryDelayMs: number };

/** A visitor waits for reads; an administrator waits for an upload of 5 MB. */
const defaultTimes: StorageTimes = {
  readTimeoutMs: 4_000,
  writeTimeoutMs: 15_000,
  retryDelayMs: 3_000,
};

/**
 * Files in a bucket, in a folder per shop, so that several shops may share one. Any failure of the service rejects with
 * StorageUnavailable. After a timeout all requests fail immediately for `retryDelayMs`.
 */
export function createObjectStore(
  storage: ObjectStorage,
  shopFolder: () => Promise<string>,
  times = defaultTimes,
): MediaStore {
  const reader = connect(storage, times.readTimeoutMs);
  const writer = connect(storage, times.writeTimeoutMs);
  const request = createCircuitBreaker(times.retryDelayMs);

  async function keyOf(name: string): Promise<string> {
    if (!isMediaName(name)) throw new RangeError(`not a media name: ${JSON.stringify(name)}`);
    return `${await shopFolder()}/${name}`;
  }

  return {
    async read(name) {
      const key = await keyOf(name);
      const bytes = await request(() => reader.getObjectArrayBuffer(key));
      return bytes ? Buffer.from(bytes) : undefined;
    },
    async write(name, bytes) {
      const key = await keyOf(name);
      await request(() => writer.putObject(key, bytes, pictureTypeOf(name)));
    },
    async remove(name) {
      const key = await keyOf(name);
      await request(() => writer.deleteObject(key).catch(ignoreMissing));
    },
    async list(name) {
      const prefix = `${await keyOf(name)}/`;
      const found = await request(() => writer.listObjects("/", prefix));
      if (!found) throw new StorageUnavailable(`there is no bucket ${storage.bucket}`);
      const prefixLength = (await shopFolder()).length + 1;
      return found.map(({ Key }) => Key.slice(prefixLength)).filter(isMediaName);
    },
  };
}

function connect(storage: ObjectStorage, requestAbortTimeout: number): S3mini {
  const endpoint = `${storage.endpoint}/${storage.bucket}`;
  return new S3mini({ ...storage, endpoint, requestAbortTimeout });
}

/** Runs requests; shortly after one without an answer, others fail immediately, so that a page waits once. */
function createCircuitBreaker(retryDelayMs: number) {
  // The monotonic clock: setting the system clock back must not extend the delay.
  let openUntil = 0;
  return async <T>(request: () => Promise<T>): Promise<T> => {
    if (performance.now() < openUntil) throw new StorageUnavailable("the storage did not answer");
    try {
      return await request();
    } catch (cause) {
      if (!(cause instanceof S3ServiceError)) openUntil = performance.now() + retryDelayMs;
      throw new StorageUnavailable(reasonOf(cause), { cause });
    }
  };
}

function reasonOf(cause: unknown): string {
  if (cause instanceof S3ServiceError) return `the storage rejected the request: ${cause.message}`;
  return `the storage did not answer: ${(cause as Error).message}`;
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof S3ServiceError && error.status === 404)) throw error;
}

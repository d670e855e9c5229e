import { S3mini, S3ServiceError } from "s3mini";
import { pictureTypeOf } from "#app/shared/media-types.ts";
import { isMediaName, type MediaStore, StorageUnavailable } from "./media-store.ts";

/** A bucket of an S3-compatible service, asked for by path: `{endpoint}/{bucket}/{name}`. */
export type ObjectStorage = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Milliseconds. */
type StorageTimes = { read: number; write: number; rest: number };

/** A visitor waits for a picture, an administrator for an upload of 5 MB. */
const usual: StorageTimes = { read: 4_000, write: 15_000, rest: 3_000 };

/**
 * Files in a bucket, each below the shop's own folder there, so that several shops may share one. Everything that the
 * service does not do as asked rejects with a StorageUnavailable. After a silence nobody asks again for a moment.
 */
export function createObjectStore(
  storage: ObjectStorage,
  folder: () => Promise<string>,
  times = usual,
): MediaStore {
  const reading = connect(storage, times.read);
  const writing = connect(storage, times.write);
  const ask = afterSilence(times.rest);

  async function keyOf(name: string): Promise<string> {
    if (!isMediaName(name)) throw new RangeError(`not a media name: ${JSON.stringify(name)}`);
    return `${await folder()}/${name}`;
  }

  return {
    async read(name) {
      const key = await keyOf(name);
      const bytes = await ask(() => reading.getObjectArrayBuffer(key));
      return bytes ? Buffer.from(bytes) : undefined;
    },
    async write(name, bytes) {
      const key = await keyOf(name);
      await ask(() => writing.putObject(key, bytes, pictureTypeOf(name)));
    },
    async remove(name) {
      const key = await keyOf(name);
      await ask(() => writing.deleteObject(key).catch(ignoreMissing));
    },
    async list(name) {
      const prefix = `${await keyOf(name)}/`;
      const found = await ask(() => writing.listObjects("/", prefix));
      if (!found) throw new StorageUnavailable(`there is no bucket ${storage.bucket}`);
      const own = (await folder()).length + 1;
      return found.map(({ Key }) => Key.slice(own)).filter(isMediaName);
    },
  };
}

function connect(storage: ObjectStorage, requestAbortTimeout: number): S3mini {
  const endpoint = `${storage.endpoint}/${storage.bucket}`;
  return new S3mini({ ...storage, endpoint, requestAbortTimeout });
}

/** Runs a request. When the service was silent a moment ago it fails at once: a page of pictures waits once. */
function afterSilence(rest: number) {
  // On a clock that nobody sets: put back by an hour, the other one would keep pictures away for that hour.
  let silentUntil = 0;
  return async <T>(request: () => Promise<T>): Promise<T> => {
    if (performance.now() < silentUntil) throw new StorageUnavailable("the storage did not answer");
    try {
      return await request();
    } catch (cause) {
      if (!(cause instanceof S3ServiceError)) silentUntil = performance.now() + rest;
      throw new StorageUnavailable(reasonOf(cause), { cause });
    }
  };
}

function reasonOf(cause: unknown): string {
  if (cause instanceof S3ServiceError) return `the storage refused: ${cause.message}`;
  return `the storage did not answer: ${(cause as Error).message}`;
}

/** That nothing is there counts as removed. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof S3ServiceError && error.status === 404)) throw error;
}

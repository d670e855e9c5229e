import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { S3mini, S3ServiceError } from "s3mini";
import { pictureTypeOf } from "#app/shared/media-types.ts";

/** Stores files in a folder or an object storage. Names have the form "folder/file.ext", see `isMediaName`. */
export type MediaStore = {
  /** The stored bytes, or undefined. */
  read(name: string): Promise<Buffer | undefined>;
  /** Stores or replaces a file, which survives a power cut once this resolves. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Succeeds when there is no such file. */
  remove(name: string): Promise<void>;
  /** The names of all files in a folder and its subfolders. */
  list(folder: string): Promise<string[]>;
};

const segment = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** Returns whether all segments between slashes are plain: no hidden files, no parent folders. */
export function isMediaName(name: string): boolean {
  return name.split("/").every((part) => segment.test(part));
}

/** The storage does not answer or rejects a request; a later attempt may succeed. */
export class StorageUnavailable extends Error {
  override name = "StorageUnavailable";
}

/** Files in a local folder, created with the first file. */
export function createFolderStore(folder: string): MediaStore {
  function pathOf(name: string): string {
    if (!isMediaName(name)) throw new RangeError(`not a media name: ${JSON.stringify(name)}`);
    return path.join(folder, name);
  }

  return {
    async read(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return undefined;
        throw error;
      }
    },
    async write(name, bytes) {
      const file = pathOf(name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeAtomically(file, bytes);
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
    async list(name) {
      const found = await readdir(pathOf(name), { recursive: true, withFileTypes: true }).catch(
        noFiles,
      );
      return found
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .map((file) => file.replaceAll(path.sep, "/"));
    },
  };
}

function noFiles(error: NodeJS.ErrnoException): [] {
  if (error.code === "ENOENT") return [];
  throw error;
}

/** Writes a temporary file, syncs and renames it: readers and power cuts find a complete file or none. */
async function writeAtomically(file: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  const handle = await open(temporary, "wx");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; its file system journals names.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

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

import { rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { ensureSwift, startSwift } from "#tests/support/swift.ts";

/** Storage of a shop's pictures that can be made unavailable. */
export type PictureStore = {
  name: string;
  /** Settings of the shop's process. */
  env: Record<string, string>;
  cut(): Promise<void>;
  restore(): Promise<void>;
  remove(): Promise<void>;
};

/** The picture folder in the shop's data folder. */
export function createFolderStore(dataDir: string): PictureStore {
  const pictures = path.join(dataDir, "media");
  return {
    name: "a folder",
    env: {},
    async cut() {
      await rename(pictures, `${pictures}-away`);
      // A file in its place: root could create a missing folder.
      await writeFile(pictures, "");
    },
    async restore() {
      await rm(pictures);
      await rename(`${pictures}-away`, pictures);
    },
    remove: () => Promise.resolve(),
  };
}

/** A bucket on a new S3 server; undefined when no S3 server can be installed. */
export async function createBucketStore(): Promise<PictureStore | undefined> {
  if (!(await ensureSwift())) return undefined;
  const server = await startSwift();
  const bucket = await server.createBucket();
  return {
    name: "a bucket of an S3 server",
    env: {
      S3_ENDPOINT: bucket.endpoint,
      S3_BUCKET: bucket.bucket,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    },
    cut: server.cut,
    restore: server.restore,
    remove: server.stop,
  };
}

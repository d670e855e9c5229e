import { rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { ensureSwift, startSwift } from "#tests/support/swift.ts";

/** Where a shop's pictures lie, and how to take them away from it. */
export type PicturePlace = {
  name: string;
  /** Tells the shop where it is. */
  env: Record<string, string>;
  cut(): Promise<void>;
  restore(): Promise<void>;
  remove(): Promise<void>;
};

/** The folder of pictures within a shop's own. */
export function pictureFolder(dataDir: string): PicturePlace {
  const pictures = path.join(dataDir, "media");
  return {
    name: "a folder",
    env: {},
    async cut() {
      await rename(pictures, `${pictures}-away`);
      // In its place something that is no folder: root could make a missing one anew.
      await writeFile(pictures, "");
    },
    async restore() {
      await rm(pictures);
      await rename(`${pictures}-away`, pictures);
    },
    remove: () => Promise.resolve(),
  };
}

/** A bucket on an S3 server of its own; undefined on a machine that has no such server and may install none. */
export async function pictureBucket(): Promise<PicturePlace | undefined> {
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

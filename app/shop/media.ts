import { storePicture } from "#app/domain/media/commands.server.ts";
import type { Bucket } from "#app/domain/media/rules.ts";
import { sweepPictures } from "#app/domain/media/sweep.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Pictures } from "#app/platform/media/pictures.ts";

/** Pictures: uploaded by the administrator, swept when nobody uses them. */
export function bindMedia(database: Database, pictures: Pictures, now: () => Date) {
  return {
    storePicture: (bucket: Bucket, file: { name: string; bytes: Buffer }) =>
      storePicture(pictures, bucket, file),
    sweepPictures: () => sweepPictures(database, pictures, now()),
  };
}

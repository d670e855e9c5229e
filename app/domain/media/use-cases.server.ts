import type { ShopContext } from "#app/domain/kernel/use-case.server.ts";
import { deleteUnusedPictures, readPictureRatio, storePicture } from "./commands.server.ts";
import type { Bucket } from "./rules.ts";

/** Uploaded pictures. */
export const media = {
  readRatio: ({ pictures }: ShopContext, address: string | null) =>
    readPictureRatio(pictures, address),
  store: ({ pictures }: ShopContext, bucket: Bucket, file: { name: string; bytes: Buffer }) =>
    storePicture(pictures, bucket, file),
  deleteUnused: ({ database, pictures, now }: ShopContext) =>
    deleteUnusedPictures(database, pictures, now()),
};

import { toUseCases } from "#app/domain/kernel/use-case.server.ts";
import { deleteUnusedPictures, readPictureRatio, storePicture } from "./commands.server.ts";

/** Uploaded pictures. */
export const media = {
  ...toUseCases(["pictures"], { readRatio: readPictureRatio, store: storePicture }),
  ...toUseCases(["database", "pictures", "now"], { deleteUnused: deleteUnusedPictures }),
};

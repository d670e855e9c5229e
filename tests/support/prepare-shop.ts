import { mkdir, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { startShop } from "./shop-process.ts";

/** Data folder of a freshly seeded shop, which each worker copies. */
export const templateFolder = ".cache/e2e-template";
/** The resized pictures of all shops of a run, which have the same originals: encoding them takes seconds per shop. */
const variantsFolder = path.resolve(".cache/e2e-variants");

export default async function prepareShop(): Promise<void> {
  for (const folder of [templateFolder, variantsFolder]) {
    await rm(folder, { recursive: true, force: true });
  }
  const shop = await startShop(templateFolder);
  await shop.stop();
  await mkdir(variantsFolder);
  await symlink(variantsFolder, path.join(templateFolder, "media-variants"), "junction");
}

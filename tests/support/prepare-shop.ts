import { rm } from "node:fs/promises";
import { startShop } from "./shop-process.ts";

/** Data folder of a freshly seeded shop, which each worker copies. */
export const templateFolder = ".cache/e2e-template";

export default async function prepareShop(): Promise<void> {
  await rm(templateFolder, { recursive: true, force: true });
  const shop = await startShop(templateFolder);
  await shop.stop();
}

import { access, constants, mkdir } from "node:fs/promises";

/** Makes the folder of everything the shop keeps, for its owner's eyes alone; throws when it cannot be written. */
export async function prepareDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.W_OK);
}

import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/** A build of the pages: its id and the names of the files that browsers load. */
export type BuiltPages = { id: string; files: ReadonlySet<string> };

/**
 * Writes to `folder` the shop's program with another build of its pages, in which every hashed file has another name, as
 * after a change of the sources. Resolves with both builds.
 */
export async function createNextBuild(
  folder: string,
): Promise<{ first: BuiltPages; next: BuiltPages }> {
  await mkdir(join(folder, "build"));
  const copied = ["app", "migrations", "demo", "package.json", "build/pages"];
  await Promise.all(copied.map((name) => cp(name, join(folder, name), { recursive: true })));
  await symlink(resolve("node_modules"), join(folder, "node_modules"), "junction");
  const client = join(folder, "build/pages/client");
  const assets = await readdir(join(client, "assets"));
  const id =
    assets.flatMap((name) => /^manifest-([0-9a-f]{8})\.js$/.exec(name)?.[1] ?? [])[0] ?? "";
  const hashes = assets.flatMap((name) => /-(.{8})\.\w+$/.exec(name)?.[1] ?? []);
  const renaming = createRenaming(new Set(hashes));
  await renameFiles(join(client, "assets"), renaming);
  await rewriteTexts(client, renaming);
  await rewriteTexts(join(folder, "build/pages/server"), renaming);
  return {
    first: { id, files: new Set(assets) },
    next: { id: renaming(id), files: new Set(assets.map(renaming)) },
  };
}

/** Replaces every hash in a text by that of the next build. */
function createRenaming(hashes: ReadonlySet<string>): (text: string) => string {
  const any = new RegExp([...hashes].join("|"), "g");
  return (text) =>
    text.replace(any, (hash) => createHash("sha256").update(hash).digest("hex").slice(0, 8));
}

async function renameFiles(folder: string, nextName: (name: string) => string): Promise<void> {
  for (const name of await readdir(folder)) {
    await rename(join(folder, name), join(folder, nextName(name)));
  }
}

/** Deletes the compressed files; the server works without them. */
async function rewriteTexts(folder: string, change: (text: string) => string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    if (/\.(?:br|gz)$/.test(file)) await rm(file);
    else if (/\.(?:js|css)$/.test(file))
      await writeFile(file, change(await readFile(file, "utf8")));
  }
}

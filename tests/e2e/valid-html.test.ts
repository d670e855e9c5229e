import { spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { publicPages } from "#tests/support/pages.ts";
import { removeFolder, temporaryFolder } from "#tests/support/shop-process.ts";
import { expect, test } from "#tests/support/test.ts";

/** Fetched for the run: it weighs 32 MB and needs Java. */
const checker = ["--yes", "--package=vnu-jar@26.9.27", "vnu", "--stdout", "--format", "json"];

test("every page is valid HTML", { tag: "@nightly" }, async ({ shop }) => {
  test.skip(spawnSync("java", ["-version"]).error !== undefined, "Java is not installed");
  test.setTimeout(180_000);
  const folder = await temporaryFolder();
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const [name, path] of Object.entries({ ...publicPages, missing: "/nao-existe" })) {
    const file = join(folder, `${name.replaceAll(" ", "-")}.html`);
    await writeFile(file, await (await fetch(`${shop.url}${path}`)).text());
    files.push(file);
  }
  const { stdout, error } = spawnSync("npx", [...checker, ...files], { encoding: "utf8" });
  await removeFolder(folder);
  expect(error).toBeUndefined();
  const { messages } = JSON.parse(stdout) as {
    messages: { type: string; subType?: string; url: string; message: string; extract?: string }[];
  };
  const found = messages.filter(({ type, subType }) => type === "error" || subType === "warning");
  expect(found.map(({ url, message, extract }) => ({ url, message, extract }))).toEqual([]);
});

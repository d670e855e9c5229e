import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { createFolderStore } from "./media-store.ts";

const folder = await mkdtemp(path.join(tmpdir(), "pomar-media-"));
afterAll(() => rm(folder, { recursive: true }));
const store = createFolderStore(path.join(folder, "media"));

test("reads the last contents written, and leaves no temporary file", async () => {
  await store.write("site-assets/logo.png", Buffer.from("old"));
  await store.write("site-assets/logo.png", Buffer.from("new"));
  expect((await store.read("site-assets/logo.png"))?.toString()).toBe("new");
  expect(await readdir(path.join(folder, "media/site-assets"))).toEqual(["logo.png"]);
});

test("a missing file is undefined, and so is a folder", async () => {
  await store.write("site-assets/logo.png", Buffer.from("x"));
  expect(await store.read("site-assets/other.png")).toBeUndefined();
  expect(await store.read("site-assets")).toBeUndefined();
  expect(await store.read("site-assets/logo.png/480.avif")).toBeUndefined();
});

test("removes files, even twice, and lists the others", async () => {
  await store.write("goods/public/a.png", Buffer.from("a"));
  await store.write("goods/b.png", Buffer.from("b"));
  expect((await store.list("goods")).toSorted()).toEqual(["goods/b.png", "goods/public/a.png"]);
  await store.remove("goods/b.png");
  await store.remove("goods/b.png");
  expect(await store.list("goods")).toEqual(["goods/public/a.png"]);
  expect(await store.list("nothing")).toEqual([]);
});

test.each([
  "../secret",
  "site-assets/../../secret",
  "/etc/passwd",
  "site-assets//x",
  "site-assets/.hidden",
  "site-assets/a\0.png",
  "site-assets\\..\\..\\secret",
  "C:\\x",
  "",
])("rejects the name %j", async (name) => {
  await writeFile(path.join(folder, "secret"), "secret");
  await expect(store.read(name)).rejects.toThrow("not a media name");
  await expect(store.write(name, Buffer.from("x"))).rejects.toThrow("not a media name");
  await expect(store.remove(name)).rejects.toThrow("not a media name");
  await expect(store.list(name)).rejects.toThrow("not a media name");
});

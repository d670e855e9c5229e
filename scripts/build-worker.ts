import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";
import { browserTargets } from "./browser-targets.ts";

type Chunk = {
  file: string;
  src?: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
};
type Manifest = Record<string, Chunk>;

const source = "app/worker/service-worker.ts";
const ofBackOffice = /^app\/routes\/admin\//;
const starts = /^app\/(?:entry\.client|root\.|routes\/storefront\/)/;

/** Leaves the service worker in `folder`, told which of the files there the shop's pages load. */
export async function buildWorker(folder: string): Promise<void> {
  const manifestFolder = path.join(folder, ".vite");
  const text = await readFile(path.join(manifestFolder, "manifest.json"), "utf8");
  await rm(manifestFolder, { recursive: true });
  const routes = (await readdir(path.join(folder, "assets"))).flatMap(
    (name) => /^manifest-([0-9a-f]{8})\.js$/.exec(name) ?? [],
  );
  const [routesFile, id] = routes;
  if (!routesFile || !id) throw new Error("the pages' build left no manifest of routes");
  const assets = [...storefrontFiles(JSON.parse(text) as Manifest), `assets/${routesFile}`];
  await bundle(folder, { id, assets: assets.map((name) => `/${name}`).sort() });
}

/** Every file that a page of the shop may load, at once or later; none of the back office's. */
function storefrontFiles(manifest: Manifest): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const left = Object.keys(manifest).filter((key) => starts.test(manifest[key]?.src ?? key));
  for (let key = left.pop(); key !== undefined; key = left.pop()) {
    const chunk = manifest[key];
    if (!chunk || seen.has(key) || ofBackOffice.test(chunk.src ?? key)) continue;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    left.push(...(chunk.imports ?? []), ...(chunk.dynamicImports ?? []));
  }
  return files;
}

async function bundle(outDir: string, pomarBuild: { id: string; assets: string[] }) {
  await build({
    configFile: false,
    logLevel: "warn",
    define: {
      __POMAR_BUILD__: JSON.stringify(pomarBuild),
      "process.env.NODE_ENV": JSON.stringify("production"),
    },
    build: {
      target: browserTargets,
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: path.resolve(source),
        output: { format: "iife", entryFileNames: "service-worker.js" },
      },
    },
  });
}

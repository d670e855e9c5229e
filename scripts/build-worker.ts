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
const adminRoute = /^app\/routes\/admin\//;
const entryModule = /^app\/(?:entry\.client|root\.|routes\/storefront\/)/;

/** Bundles the service worker into `folder`, with the list of files there that storefront pages load. */
export async function buildWorker(folder: string): Promise<void> {
  const manifestFolder = path.join(folder, ".vite");
  const text = await readFile(path.join(manifestFolder, "manifest.json"), "utf8");
  await rm(manifestFolder, { recursive: true });
  const routes = (await readdir(path.join(folder, "assets"))).flatMap(
    (name) => /^manifest-([0-9a-f]{8})\.js$/.exec(name) ?? [],
  );
  const [routesFile, id] = routes;
  if (!routesFile || !id) throw new Error("the build of the pages has no route manifest");
  const assets = [...storefrontFiles(JSON.parse(text) as Manifest), `assets/${routesFile}`];
  await bundle(folder, { id, assets: assets.map((name) => `/${name}`).sort() });
}

/** Every file that a storefront page may load, also dynamically; none of the back office. */
function storefrontFiles(manifest: Manifest): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const queue = Object.keys(manifest).filter((key) => entryModule.test(manifest[key]?.src ?? key));
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    const chunk = manifest[key];
    if (!chunk || seen.has(key) || adminRoute.test(chunk.src ?? key)) continue;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    queue.push(...(chunk.imports ?? []), ...(chunk.dynamicImports ?? []));
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

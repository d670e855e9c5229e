import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { browserTargets } from "./scripts/browser-targets.ts";

type ModuleGraph = {
  getModuleInfo: (id: string) => {
    importers: readonly string[];
    importedIds: readonly string[];
    dynamicImporters: readonly string[];
    isEntry: boolean;
  } | null;
};

/** A category page has the files that every visit of the storefront loads. */
const visit =
  /[\\/]app[\\/](?:entry\.client|root|routes[\\/]storefront[\\/](?:frame[\\/]layout|catalogue[\\/]category))\.tsx$/;
const orderPage = /[\\/]storefront[\\/](?:order|my-orders|lists|quick-order)[\\/]/;
const backOffice = /[\\/]routes[\\/]admin[\\/]/;

const login = /[\\/]admin[\\/]people[\\/]login\.tsx$/;

type Area = "visit" | "page" | "order" | "admin" | "form";

/** The part of the application that a route or a part loaded later belongs to. */
function areaAt(id: string, isLater: boolean): Area {
  if (visit.test(id)) return "visit";
  if (backOffice.test(id)) return isLater ? "form" : "admin";
  return isLater || orderPage.test(id) ? "order" : "page";
}

const areasOfModules = new Map<string, ReadonlySet<Area>>();

/** The areas whose routes and later parts import a module. */
function areasOf(id: string, graph: ModuleGraph): ReadonlySet<Area> {
  const known = areasOfModules.get(id);
  if (known) return known;
  const areas = new Set<Area>();
  const users = new Set([id]);
  for (const user of users) {
    const module = graph.getModuleInfo(user);
    const isLater = Boolean(module?.dynamicImporters.length);
    if (visit.test(user) || isLater || module?.isEntry) areas.add(areaAt(user, isLater));
    for (const importer of module?.importers ?? []) users.add(importer);
  }
  areasOfModules.set(id, areas);
  return areas;
}

const formLibrary = /node_modules[\\/](?:react-hook-form|@hookform)[\\/]/;
const modulesWithForms = new Map<string, boolean>();

/** Whether a module of the back office needs the form library, which most of its screens load with their first dialog. */
function hasForms(id: string, graph: ModuleGraph): boolean {
  const known = modulesWithForms.get(id);
  if (known !== undefined) return known;
  const imported = graph.getModuleInfo(id)?.importedIds ?? [];
  const found = imported.some(
    (other) => formLibrary.test(other) || (backOffice.test(other) && hasForms(other, graph)),
  );
  modulesWithForms.set(id, found);
  return found;
}

const schema = /schema\.ts$/;
const zod = /[\\/]node_modules[\\/]zod[\\/]|[\\/]shared[\\/]zod\.ts$|schema\.ts$/;

/** Zod's chunk takes in what schemas import; screens that use only that must not load zod with it. */
function isUsedBySchema(id: string, graph: ModuleGraph): boolean {
  if (id.includes("node_modules")) return false;
  return graph.getModuleInfo(id)?.importers.some((importer) => schema.test(importer)) ?? false;
}

/** Chunks of modules that several routes or later parts share. A chunk takes in what its modules import, unless an earlier one has it. */
const chunks = [
  "framework",
  "shop",
  "fields",
  "page",
  "common",
  "schema",
  "order",
  "admin",
  "form",
  "editor",
  "sorting",
  "day",
  "customers",
  "orders",
  "catalogue",
  "reports",
  "settings",
  "spreadsheet",
];

/** Of few screens of the back office: the others would load them too. */
const ownChunks = [
  // Of dialogs that are loaded when they are opened.
  { name: "editor", modules: /[\\/]editing[\\/]row-editor\.tsx$/ },
  { name: "sorting", modules: /@dnd-kit|[\\/]kit[\\/]lists[\\/]sortable\.tsx$/ },
  { name: "day", modules: /[\\/](?:admin|domain)[\\/]day[\\/]|day-queue/ },
  { name: "catalogue", modules: /[\\/]admin[\\/]catalogue[\\/]/ },
  { name: "customers", modules: /[\\/]admin[\\/]customers[\\/]/ },
  { name: "orders", modules: /[\\/]admin[\\/]orders[\\/]/ },
  { name: "settings", modules: /[\\/]admin[\\/](?:company|payments|delivery|audit)[\\/]/ },
  { name: "reports", modules: /[\\/]admin[\\/]reports[\\/]/ },
  { name: "form", modules: /[\\/]admin[\\/]media[\\/]/ },
];

const fixedChunks = [
  // Every visit loads them once the page is idle: within the chunk they are smaller than as files of their own.
  { name: "shop", modules: /[\\/](?:live-updates|offline-status)\.tsx$/ },
  { name: "spreadsheet", modules: /node_modules[\\/]hucre[\\/]/ },
];

function chunkOfArea(id: string, areas: ReadonlySet<Area>, graph: ModuleGraph): string {
  if (isUsedBySchema(id, graph)) return "common";
  if (!areas.has("order")) return areas.has("admin") && !hasForms(id, graph) ? "admin" : "form";
  return areas.size > 1 ? "common" : "order";
}

/** Styles are loaded with the chunk of the module that imports them: those of one page would come with all. */
function hasStyles(id: string, graph: ModuleGraph): boolean {
  return graph.getModuleInfo(id)?.importedIds.some((other) => other.endsWith(".css")) ?? false;
}

/** A page would otherwise load some twenty small chunks, or code of other areas. */
function chunkOf(id: string, graph: ModuleGraph): string | undefined {
  // The styles stay with `root.tsx`: the parts loaded later would otherwise load them again.
  // Those of the back office would bring the form chunk to every screen with the login, from which an invitation has its frame.
  if (visit.test(id) || id.endsWith(".css") || login.test(id)) return undefined;
  const fixed = fixedChunks.find(({ modules }) => modules.test(id));
  if (fixed) return fixed.name;
  const areas = areasOf(id, graph);
  const isPackage = id.includes("node_modules");
  if (areas.has("visit")) return isPackage ? "framework" : "shop";
  if (formLibrary.test(id)) return "fields";
  if (zod.test(id)) return "schema";
  if (areas.has("page")) return hasStyles(id, graph) ? undefined : "page";
  const own = ownChunks.find(({ modules }) => modules.test(id));
  if (own) return own.name;
  return chunkOfArea(id, areas, graph);
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  // The manifest is for scripts/build-worker.ts, which takes it away again.
  build: { assetsInlineLimit: 0, sourcemap: false, manifest: true, modulePreload: false },
  environments: {
    client: {
      build: {
        target: browserTargets,
        cssTarget: browserTargets,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: chunks.map((chunk, index) => ({
                name: (id: string, graph: ModuleGraph) =>
                  chunkOf(id, graph) === chunk ? chunk : null,
                debugName: chunk,
                priority: chunks.length - index,
                minShareCount: chunk === "framework" || chunk === "shop" ? 1 : 2,
              })),
            },
          },
        },
      },
    },
  },
  // The built pages carry their interface libraries, so that a running shop installs only what the server needs.
  ssr:
    command === "build"
      ? { noExternal: true, external: ["react", "react-dom", "react-router"] }
      : {},
}));

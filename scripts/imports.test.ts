import { expect, test } from "vitest";
import { readModules } from "./modules.ts";

const pages = ["ui", "client", "domain", "context.ts", "root.tsx"];
const useCases = ["domain", "platform"];

/**
 * The folders that a folder or file of `app` may import beside itself and `shared`. Only server files of `domain` import
 * `platform`.
 */
const folders: Record<string, readonly string[]> = {
  shared: [],
  platform: [],
  domain: ["platform"],
  client: ["domain"],
  worker: ["client", "domain"],
  ui: ["client", "domain"],
  "routes/storefront": pages,
  "routes/admin": pages,
  "routes.ts": [],
  "root.tsx": ["routes/storefront", ...pages],
  "entry.client.tsx": pages,
  "restorable-tables.ts": useCases,
  "shop.ts": ["restorable-tables.ts", ...useCases],
  "context.ts": ["shop.ts", "domain"],
  api: ["shop.ts", ...useCases],
  archive: useCases,
  server: [
    "api",
    "archive",
    "shop.ts",
    "context.ts",
    "root.tsx",
    "entry.server.tsx",
    "client",
    ...useCases,
  ],
  "entry.server.tsx": ["server", "shop.ts", "routes/storefront", ...pages, ...useCases],
};

/** The imports of the subjects of `domain`. Each imports only subjects above it, so there is no ring. */
const subjects: Record<string, readonly string[]> = {
  kernel: [],
  media: ["kernel"],
  audit: ["kernel", "media"],
  payments: ["kernel"],
  company: ["kernel", "media", "payments"],
  catalogue: ["kernel", "media", "audit", "company"],
  delivery: ["kernel", "company"],
  orders: ["kernel", "audit", "payments", "company", "catalogue", "delivery"],
  stock: ["kernel", "catalogue", "orders"],
  outgoing: ["kernel", "payments", "company", "catalogue", "delivery", "orders"],
  customers: ["kernel", "payments", "company", "catalogue", "orders"],
  receivables: ["kernel", "payments", "company", "orders", "customers"],
  series: [
    "kernel",
    "payments",
    "company",
    "catalogue",
    "delivery",
    "orders",
    "outgoing",
    "customers",
  ],
  people: ["kernel", "company"],
  "customer-area": [
    "kernel",
    "company",
    "catalogue",
    "delivery",
    "orders",
    "customers",
    "receivables",
    "people",
  ],
  recipes: ["kernel", "media"],
  day: [
    "kernel",
    "payments",
    "company",
    "catalogue",
    "delivery",
    "orders",
    "stock",
    "customers",
    "people",
  ],
  reports: ["kernel", "payments", "company", "catalogue", "delivery", "orders", "customers", "day"],
  demonstration: [
    "kernel",
    "media",
    "company",
    "catalogue",
    "delivery",
    "orders",
    "customers",
    "people",
    "recipes",
    "day",
    "series",
  ],
};

const modules = readModules(".");
const imports = [...modules].flatMap(([file, { files, packages }]) => [
  ...files.map((target) => ({ file, target, text: `${file} imports ${target}` })),
  ...packages.map((target) => ({ file, target, text: `${file} imports ${target}` })),
]);
const runsOnServer = (file: string) =>
  /\.server\.ts$|\/table\.ts$|^app\/(api|archive|platform|server|context|shop|restorable-tables|entry\.server)\b/.test(
    file,
  );
const folderOf = (file: string) =>
  Object.keys(folders).find((name) => file === `app/${name}` || file.startsWith(`app/${name}/`));
const subjectOf = (file: string) => /^app\/domain\/([^/]+)\//.exec(file)?.[1];

test("files import only the folders that the table names", () => {
  const wrong = imports.filter(({ file, target }) => {
    if (!modules.has(target)) return false;
    const [from = "", to = ""] = [folderOf(file), folderOf(target)];
    return to !== from && to !== "shared" && !folders[from]?.includes(to);
  });
  expect(wrong.map(({ text }) => text)).toEqual([]);
  expect([...modules.keys()].filter((file) => !folderOf(file))).toEqual([]);
});

test("subjects import only the subjects that the table names, which are above them", () => {
  const crossing = imports.filter(({ file, target }) => {
    const [from, to] = [subjectOf(file), subjectOf(target)];
    return from && to && from !== to;
  });
  const used = Map.groupBy(crossing, ({ file }) => subjectOf(file) ?? "");
  const names = Object.keys(subjects);
  for (const [index, name] of names.entries()) {
    const targets = used.get(name)?.map(({ target }) => subjectOf(target) ?? "") ?? [];
    expect([...new Set(targets)].sort(), name).toEqual([...(subjects[name] ?? [])].sort());
    for (const target of subjects[name] ?? []) expect(names.indexOf(target)).toBeLessThan(index);
  }
  expect(new Set([...modules.keys()].flatMap((file) => subjectOf(file) ?? []))).toEqual(
    new Set(names),
  );
});

test("browser code imports no file and no package of the server, and the domain no framework", () => {
  const wrong = imports.filter(({ file, target }) =>
    runsOnServer(file)
      ? /^app\/(domain|platform)\//.test(file) &&
        /^(react|react-dom|react-router|hono)(\/|$)/.test(target)
      : (modules.has(target) && runsOnServer(target) && target !== "app/context.ts") ||
        /^(node:|drizzle-orm|pg$|hono)/.test(target),
  );
  expect(wrong.map(({ text }) => text)).toEqual([]);
});

test("the program imports neither documents nor tests, which the image lacks", () => {
  const wrong = imports.filter(({ target }) => /^(#docs|#tests|docs|tests)\//.test(target));
  expect(wrong.map(({ text }) => text)).toEqual([]);
});

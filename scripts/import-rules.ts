import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";

/**
 * The one table of allowed imports. `npm run imports` writes it to `biome.imports.json`, which `biome.json` extends;
 * `npm run check` fails when that file is out of date. Everything that a row does not allow is an error.
 */
export type ImportRule = {
  name: string;
  /** Globs of the importing files. */
  files: string[];
  /** Files of the project that they may import. Browser code imports a `*.server.ts` file only if named as such. */
  allowed: string[];
  packages: string[];
};

export const importRulesFile = "biome.imports.json";

/** Files of a subject that never reach the browser. */
const serverFiles = ["**/*.server.ts", "**/table.ts"];
const testFiles = ["**/*.test.ts", "**/*.test.tsx"];

const shared = "#app/shared/**";
const domain = "#app/domain/**";
const platform = "#app/platform/**";
const ui = "#app/ui/**";
const client = "#app/client/**";

const react = ["react", "react-dom", "react-router"];
const pageModules = [ui, client, domain, shared, "#app/context.ts", "#app/root.tsx"];

export const importRules: ImportRule[] = [
  { name: "shared", files: ["app/shared/**"], allowed: [shared], packages: ["zod"] },
  {
    name: "domain in the browser",
    files: ["app/domain/**", ...serverFiles.map((glob) => `!${glob}`)],
    allowed: [domain, shared],
    packages: ["@brazilian-utils/brazilian-utils"],
  },
  {
    name: "tables",
    files: ["app/domain/**/table.ts"],
    allowed: ["#app/platform/database/columns.ts", "#app/platform/postal-code.ts", domain, shared],
    packages: ["drizzle-orm"],
  },
  {
    name: "domain on the server",
    files: ["app/domain/**/*.server.ts"],
    allowed: [platform, domain, shared],
    packages: [
      ...["drizzle-orm", "rate-limiter-flexible", "otpauth", "uqr", "p-limit", "papaparse"],
      "node:*",
    ],
  },
  {
    name: "shop",
    files: ["app/shop.ts", "app/use-cases.ts"],
    allowed: ["#app/use-cases.ts", platform, domain, shared],
    packages: [],
  },
  {
    name: "platform",
    files: ["app/platform/**"],
    allowed: [platform, shared],
    packages: [
      ...["drizzle-orm", "@electric-sql/pglite", "pg", "sharp", "s3mini", "nodemailer"],
      ...[
        "pino",
        "modern-tar",
        "lru-cache",
        "p-limit",
        "ipaddr.js",
        "@block65/webcrypto-web-push",
        "node:*",
      ],
    ],
  },
  {
    name: "archive",
    files: ["app/archive/**"],
    allowed: ["#app/archive/**", platform, domain, shared],
    packages: ["pg", "modern-tar", "p-limit", "node:*"],
  },
  {
    name: "api",
    files: ["app/api/**"],
    allowed: ["#app/api/**", "#app/shop.ts", platform, domain, shared],
    packages: [
      "hono",
      "@hono/zod-openapi",
      "rate-limiter-flexible",
      "p-limit",
      "ipaddr.js",
      "node:*",
    ],
  },
  {
    name: "ui",
    files: ["app/ui/**"],
    allowed: [ui, client, domain, shared],
    packages: [...react, "nanostores", "@nanostores/react"],
  },
  {
    name: "client",
    files: ["app/client/**"],
    allowed: [client, domain, shared],
    packages: ["react", "react-router", "nanostores", "@nanostores/react", "idb-keyval"],
  },
  {
    name: "worker",
    files: ["app/worker/**"],
    allowed: ["#app/worker/**", client, domain, shared],
    packages: ["workbox-*", "idb-keyval"],
  },
  {
    name: "storefront pages",
    files: ["app/routes/storefront/**"],
    allowed: ["#app/routes/storefront/**", ...pageModules],
    packages: [
      ...[...react, "react-hook-form", "@hookform/resolvers", "nanostores", "@nanostores/react"],
      "@brazilian-utils/brazilian-utils",
    ],
  },
  {
    name: "admin pages",
    files: ["app/routes/admin/**"],
    allowed: ["#app/routes/admin/**", ...pageModules, "#docs/guides.json"],
    packages: [
      ...[...react, "react-hook-form", "@hookform/resolvers", "nanostores"],
      ...["@nanostores/react", "@dnd-kit/core", "@dnd-kit/sortable", "uqr", "hucre"],
    ],
  },
  {
    name: "context",
    files: ["app/context.ts"],
    allowed: ["#app/shop.ts", domain, "#app/domain/people/*.server.ts", shared],
    packages: ["react-router"],
  },
  {
    name: "root",
    files: ["app/root.tsx", "app/entry.client.tsx"],
    allowed: [
      ...[ui, client, domain, shared, "#app/context.ts", "./context.ts"],
      ...["./routes/storefront/frame/error-page.tsx", "./routes/storefront/frame/site.ts"],
    ],
    packages: [...react, "@fontsource*"],
  },
  {
    name: "routes",
    files: ["app/routes.ts"],
    allowed: [shared],
    packages: ["@react-router/dev"],
  },
  {
    name: "server",
    files: ["app/server/**", "app/entry.server.tsx"],
    allowed: ["#app/**", "#demo/**"],
    packages: [
      ...[...react, "hono", "@hono/node-server", "prom-client", "vite", "lru-cache", "p-limit"],
      "node:*",
    ],
  },
];

/** Biome's own configuration for the table. */
export function describeForBiome(rules: ImportRule[]): unknown {
  return {
    $schema: "./node_modules/@biomejs/biome/configuration_schema.json",
    overrides: rules.map((rule) => ({
      includes: [...rule.files, ...testFiles.map((glob) => `!${glob}`)],
      linter: {
        rules: {
          style: {
            noRestrictedImports: {
              level: "error",
              options: { patterns: [{ group: listPatterns(rule), message: messageFor(rule) }] },
            },
          },
        },
      },
    })),
  };
}

/** Gitignore patterns, where the last match decides: everything is restricted but what the row allows. */
function listPatterns(rule: ImportRule): string[] {
  const isRootFile = rule.files.every((file) => /^app\/[^/*]+$/.test(file));
  const isBrowserCode = !rule.allowed.some((target) => [platform, "#app/**"].includes(target));
  const [allowedServerFiles, allowed] = partition(rule.allowed, (target) =>
    target.endsWith(".server.ts"),
  );
  return [
    "**",
    ...(isRootFile ? ["!./+types/**", "!./*.css", "!./*.css*"] : ["!./**", "!../**"]),
    ...allowed.map((target) => `!${target}`),
    ...rule.packages.flatMap((name) => [`!${name}`, `!${name}/**`]),
    // Imports that leave the folder start with #app/, where the table sees them.
    ...(isRootFile ? [] : ["../../**", ...topLevelNames().map((name) => `../${name}`)]),
    ...(isBrowserCode ? serverFiles : []),
    ...allowedServerFiles.map((target) => `!${target}`),
    ...testFiles,
  ];
}

/** Names directly below `app`, and the two halves of its routes. */
function topLevelNames(): string[] {
  const folders = importRules
    .flatMap((rule) => rule.files)
    .map((glob) => glob.split("/")[1] ?? "")
    .filter((name) => name !== "" && !name.includes("*"));
  return [...new Set([...folders, "storefront", "admin"])].flatMap((name) =>
    name.includes(".") ? [name] : [name, `${name}/**`],
  );
}

function partition<T>(items: T[], belongs: (item: T) => boolean): [T[], T[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}

function messageFor(rule: ImportRule): string {
  const files = [...rule.allowed.map((target) => target.replace("#app/", "")), ...rule.packages];
  return `${rule.name} may import: ${files.join(", ") || "nothing"}. Imports from another folder start with #app/. See scripts/import-rules.ts.`;
}

function runCommandLine() {
  const file = path.join(import.meta.dirname, "..", importRulesFile);
  const expected = describeForBiome(importRules);
  if (process.argv.includes("--check")) {
    if (isDeepStrictEqual(JSON.parse(readFileSync(file, "utf8")), expected)) return;
    console.error(
      `${importRulesFile} differs from scripts/import-rules.ts: run \`npm run imports\``,
    );
    process.exitCode = 1;
    return;
  }
  writeFileSync(file, JSON.stringify(expected));
  spawnSync("biome", ["format", "--write", file], { stdio: "inherit" });
}

if (import.meta.main) runCommandLine();

import path from "node:path";
import { parseSync } from "vite";
import { readModules } from "./modules.ts";

/**
 * Prints size and cohesion of the modules below `app`: `npm run structure`, or `npm run structure -- <folder>` for
 * another checkout. Tests do not count.
 */
const root = path.resolve(process.argv[2] ?? ".");
const modules = readModules(root);
const sources = new Map([...modules].map(([file, { text }]) => [file, text]));
const imports = new Map([...modules].map(([file, { files }]) => [file, files]));
const sourceFiles = [...modules.keys()];
const importers = new Map<string, string[]>(sourceFiles.map((file) => [file, []]));
for (const [file, targets] of imports) {
  for (const target of targets) importers.get(target)?.push(file);
}

printSizes();
printSingleImporters();
printDuplicateNames();
printCycles();

function printSizes(): void {
  const groups = new Map<string, number[]>();
  for (const [file, text] of sources) {
    const lines = text.split("\n").length - 1;
    for (const group of ["app", folderOf(file)])
      groups.set(group, [...(groups.get(group) ?? []), lines]);
  }
  const rows = [...groups].map(([folder, lines]) => ({
    folder,
    files: lines.length,
    lines: lines.reduce((sum, count) => sum + count, 0),
    median: percentile(lines, 0.5),
    p95: percentile(lines, 0.95),
    max: Math.max(...lines),
  }));
  console.table(rows.toSorted((a, b) => a.folder.localeCompare(b.folder)));
  const [largest] = [...sources].toSorted(
    ([, a], [, b]) => b.split("\n").length - a.split("\n").length,
  );
  console.log(`Largest file: ${largest?.[0]}`);
}

function printSingleImporters(): void {
  const single = [...importers].filter(([, from]) => from.length === 1);
  const sameFolder = single.filter(
    ([file, [from = ""]]) => path.dirname(file) === path.dirname(from),
  );
  console.log(
    `Files with a single importer: ${single.length}, of which in its folder: ${sameFolder.length}`,
  );
  if (process.argv.includes("--list")) {
    for (const [file, [from]] of sameFolder) console.log(`  ${file} <- ${from}`);
  }
}

/** Names that two modules export; those that a framework defines, such as a route's `loader`, do not count. */
function printDuplicateNames(): void {
  const filesByName = new Map<string, string[]>();
  for (const [file, text] of sources) {
    if (file === "app/entry.server.tsx" || (file.startsWith("app/routes/") && isRoute(text)))
      continue;
    for (const name of listExports(file, text)) {
      filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
    }
  }
  const duplicates = [...filesByName].filter(([, files]) => files.length > 1);
  console.log(`Names exported twice: ${duplicates.length}`);
  for (const [name, files] of duplicates) console.log(`  ${name}: ${files.join(" ")}`);
}

function isRoute(text: string): boolean {
  return /^export (?:async )?function loader\b|^export default function/m.test(text);
}

function listExports(file: string, text: string): string[] {
  const { module } = parseSync(file, text);
  const names = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName }) => exportName.name ?? []),
  );
  return [...new Set(names)].filter((name) => name !== "default");
}

/** Type imports count. */
function printCycles(): void {
  const cycles = listCycles();
  const files = cycles.reduce((sum, cycle) => sum + cycle.length, 0);
  console.log(`Import cycles: ${cycles.length}, with ${files} files`);
  for (const cycle of cycles) console.log(`  ${cycle.toSorted().join(" ")}`);
}

/** Groups of files that reach each other (Tarjan's algorithm). */
function listCycles(): string[][] {
  const cycles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  function visit(file: string): number {
    let low = order.size;
    order.set(file, low);
    stack.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    lowest.set(file, low);
    if (low === order.get(file)) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) cycles.push(group);
    }
    return low;
  }
  for (const file of sourceFiles) if (!order.has(file)) visit(file);
  return cycles;
}

/** `app/routes/admin` and `app/routes/storefront` apart, otherwise the folder below `app`. */
function folderOf(file: string): string {
  const depth = /^app\/routes\/(admin|storefront)\//.test(file) ? 3 : 2;
  const parts = file.split("/");
  return parts.length <= 2 ? "app/*" : parts.slice(0, depth).join("/");
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

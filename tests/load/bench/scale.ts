import { measureCatalogueFile } from "../scale/catalogue-file.ts";
import { measureImports } from "../scale/imports.ts";
import { measureProducts } from "../scale/products.ts";
import { measureWrites } from "../scale/writes.ts";
import { printTable, type Row } from "../table.ts";

const parts: Record<string, () => Promise<Row[]>> = {
  products: () => measureProducts([100, 1_000, 10_000]),
  imports: measureImports,
  writes: measureWrites,
  catalogue: measureCatalogueFile,
};

/**
 * `npm run bench -- scale [products|imports|writes|catalogue …]`: what things cost in a large shop on the embedded database, and how
 * long others wait for what takes long.
 */
export async function run(args: string[]): Promise<boolean> {
  const unknown = args.find((name) => !parts[name]);
  if (unknown) throw new Error(`no part is called ${unknown}: ${Object.keys(parts).join(", ")}`);
  let isMet = true;
  for (const [name, measure] of Object.entries(parts)) {
    if (args.length > 0 && !args.includes(name)) continue;
    console.log(`\n${name}`);
    isMet = printTable(await measure()) && isMet;
  }
  return isMet;
}

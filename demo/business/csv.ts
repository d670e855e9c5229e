import { readFileSync } from "node:fs";
import Papa from "papaparse";

export function readText(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

/** The rows of a CSV file of this folder by its headings. */
export function readTable<Row>(name: string): Row[] {
  return Papa.parse<Row>(readText(name), { header: true, skipEmptyLines: true }).data;
}

import { readFileSync } from "node:fs";

const program = new URL("../../package.json", import.meta.url);

/** The version of the program, which the API's document and the metrics name. */
export const { version } = JSON.parse(readFileSync(program, "utf8")) as { version: string };

import { parentPort, workerData } from "node:worker_threads";
import type { CatalogueDocument } from "./catalogue-document.ts";
import { drawCatalogue } from "./draw-catalogue.ts";

/** The thread that draws one catalogue: layout takes seconds, in which the process would answer no request. */

export type DrawingTask = {
  document: CatalogueDocument;
  pictures: ReadonlyMap<string, Uint8Array>;
};
/** A number is how many products are drawn. */
export type DrawingMessage = number | Uint8Array;

const port = parentPort;
if (!port) throw new Error("this file is run as a worker thread");
const { document, pictures } = workerData as DrawingTask;
const messageEvery = 10;
let drawn = 0;
const file = await drawCatalogue(document, pictures, () => {
  drawn += 1;
  if (drawn % messageEvery === 0) port.postMessage(drawn satisfies DrawingMessage);
});
port.postMessage(new Uint8Array(file) satisfies DrawingMessage);

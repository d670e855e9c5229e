/** Messages between pages and the service worker. */

/** From the worker to a page. */
export type WorkerMessage =
  /** The page's data came from a copy kept at `at` (ISO 8601), or from the shop itself when `at` is null. */
  | { kind: "served"; address: string; at: string | null }
  /** The shop's own answer came after a copy had been shown, and is now the copy. */
  | { kind: "late-answer"; address: string }
  /** A page reads differently from the copy that was kept of it. */
  | { kind: "changed" }
  /** Answered through the port: which build the page runs. */
  | { kind: "which-build" };

/** From a page to the worker. */
export type PageMessage =
  /** Answered through the port by a `Keeping`. */
  | { kind: "keep"; address: string }
  /** Every page of the catalogue is kept as this build makes it. */
  | { kind: "catalogue-kept" };

/** `full`: the browser gives the shop no more room. */
export type Keeping = "kept" | "failed" | "full";

/** Attribute of `<html>` in a page that is a copy: when it was kept, ISO 8601. */
export const copyAttribute = "data-copy";

/** Where a visitor is led when the page asked for is neither in reach nor kept; `de` says which it was. */
export const noConnectionPath = "/sem-conexao";

/** The part of an address that a copy was made without, for the page to open once it is there: `#abrir=?produto=…`. */
export const openMark = "#abrir=";

/** Header that names the build whose pages an answer is of. */
export const buildHeader = "X-Build";

/** Header on the worker's own file when the shop does without: a page must then not bring it back. */
export const withdrawnHeader = "X-Worker-Withdrawn";

/** Where the router finds the data of a page. */
export function dataAddress(pathname: string): string {
  return pathname === "/" ? "/_.data" : `${pathname}.data`;
}

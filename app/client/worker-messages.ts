/** A message from the service worker to a page. */
export type WorkerMessage =
  /** The page's data came from a copy cached at `at` (ISO 8601), or from the shop when `at` is null. */
  | { kind: "served"; address: string; at: string | null }
  /** The shop's own answer came after a copy was shown, and replaced the copy. */
  | { kind: "late-answer"; address: string }
  /** A page differs from its cached copy. */
  | { kind: "changed" }
  /** Answered through the port with the id of the build that the page runs. */
  | { kind: "which-build" };

/** A message from a page to the service worker. */
export type PageMessage =
  /** Answered through the port with a `CacheResult`. */
  | { kind: "cache"; address: string }
  /** Every page of the catalogue is cached as this build renders it. */
  | { kind: "catalogue-cached" };

/** `full`: the browser grants the shop no more storage. */
export type CacheResult = "cached" | "failed" | "full";

/** Attribute of `<html>` in a page that is a copy: when it was cached, ISO 8601. */
export const copyAttribute = "data-copy";

/** Shown instead of a page that is neither reachable nor cached; `de` is the address of that page. */
export const noConnectionPath = "/sem-conexao";

/** Start of the fragment with the parameters that a copy was cached without: `#abrir=?produto=…`. */
export const openMark = "#abrir=";

/** Response header: the build that rendered a page. */
export const buildHeader = "X-Build";

/** Response headers: the price table whose prices a page shows, and its last day. */
export const tableHeader = "X-Table";
export const tableUntilHeader = "X-Table-Until";

/** Response header of the worker's own file when the worker is withdrawn: a page must not register it again. */
export const withdrawnHeader = "X-Worker-Withdrawn";

/** The cache with the page of a day and its files, and the response header that says until when it may be stored (ISO 8601). */
export const dayCache = "pomar-day";
export const copyUntilHeader = "X-Copy-Until";

/** Returns the address from which the router fetches the data of a page. */
export function dataAddress(pathname: string): string {
  return pathname === "/" ? "/_.data" : `${pathname}.data`;
}

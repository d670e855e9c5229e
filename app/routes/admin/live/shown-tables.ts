import { screenAt } from "#app/routes/admin/layout-links.ts";
import type { LiveChange } from "#app/ui/live/changes.ts";

type Table = LiveChange["table"];

/** Beside orders, whose new ones every screen counts, and the settings, which name the shop. */
const tablesOf: Record<string, readonly Table[]> = {
  "/admin": ["products"],
  "/admin/products": ["products", "categories"],
  "/admin/recipes": ["recipes"],
  "/admin/orders": ["products"],
  "/admin/settings": ["categories"],
};

/** Whether the screen at this address shows anything of the table. */
export function shows({ pathname, search }: { pathname: string; search: string }, table: Table) {
  if (table === "orders" || table === "settings") return true;
  if (table === "audit_logs") return new URLSearchParams(search).get("tab") === "audit";
  return (tablesOf[screenAt(pathname)?.to ?? ""] ?? []).includes(table);
}

/** Tables with an audit log, in the order of the spec. `orders` is the name of the table `pedidos` in feed and log. */
export const auditedTables = [
  "products",
  "settings",
  "orders",
  "categories",
  "recipes",
  "payments",
  "receipts",
  "customers",
  "price_tables",
  "delivery_zones",
  "delivery_exceptions",
  "members",
] as const;
export type AuditedTable = (typeof auditedTables)[number];

export const auditOperations = ["INSERT", "UPDATE", "DELETE"] as const;
export type AuditOperation = (typeof auditOperations)[number];

/** One committed change of a row, as the change feed and `/api/events` carry it. */
export type RowChange = {
  table: AuditedTable | "audit_logs";
  operation: AuditOperation;
  id: string;
  version?: number;
  title?: string;
  slug?: string;
  /** Number and status of a changed order. */
  numero_pedido?: number;
  status?: string;
  /** E-mail of the author; absent for the system. Sent to administrators only, like `tab`. */
  by?: string;
  /** Id of the browser tab that made the change: that tab shows no notice of it. */
  tab?: string;
  /** No notice is shown: the row was reordered, or an order was opened or changed in something other than its status. */
  quiet?: true;
  /** Visitors saw the row neither before nor after the change. */
  hidden?: true;
  /** Nothing changed: the order still waits to be opened. */
  reminder?: true;
};

export type ChangedTable = RowChange["table"];

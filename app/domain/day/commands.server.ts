import { eq, inArray, sql } from "drizzle-orm";
import { changeStatus } from "#app/domain/customers/order-warnings.server.ts";
import type { FieldError } from "#app/domain/kernel/editing/schema.ts";
import { createOnce, type KeyedRequest } from "#app/domain/kernel/idempotency.server.ts";
import {
  changeOrderStatus,
  lockOrder,
  type StatusChange,
} from "#app/domain/orders/commands.server.ts";
import { type EditOrderResult, editOrder } from "#app/domain/orders/edit.server.ts";
import { listEditDifferences } from "#app/domain/orders/edit.ts";
import { changeLine, isSameLine, requestLine } from "#app/domain/orders/lines.ts";
import { addPayment } from "#app/domain/orders/payments/commands.server.ts";
import { toOrder } from "#app/domain/orders/queries.server.ts";
import type { OrderEdit, OrderItem } from "#app/domain/orders/schema.ts";
import { type OrderRow, orderColumns, pedidos } from "#app/domain/orders/table.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { writeClosingCsv } from "./closing-csv.ts";
import {
  createHelperLink,
  type DayRole,
  listHelperLinks,
  readComingDays,
  readDay,
  resolveHelperLink,
  revokeHelperLink,
} from "./queries.server.ts";
import { deliveredStatus, helperActions, isShownTo, isToDo, pickKey } from "./rules.ts";
import type { DayAction, DayResult, HelperLink, HelperLinkRequest } from "./schema.ts";
import { deliveryAttempts, deliveryRoutes, packings } from "./table.ts";

type DayRejection =
  | { ok: false; reason: "not-found" }
  /** The helper's task does not include it. */
  | { ok: false; reason: "forbidden" }
  /** Something else was saved since; `title` names what, `detail` how it is now. */
  | { ok: false; reason: "changed"; title: string; detail: string; errors?: FieldError[] }
  | { ok: false; reason: "invalid"; errors: FieldError[] }
  /** The order has warnings that were not accepted. */
  | { ok: false; reason: "warned"; warnings: string[] };
/** A result without `at`. */
type StoredResult = Omit<DayResult, "at">;
export type DayActionResult = { ok: true; row: StoredResult } | DayRejection;

/** The user of the day: the administrator, or a helper on the day and within the task of the link. */
export type DayActor = { author: Author; link?: Pick<HelperLink, "date" | "role"> };

type Context = DayActor & { now: Date };
type Action<Kind> = Extract<DayAction, { kind: Kind }>;

/** The use cases of the day, bound to their dependencies. */
export function createDay(database: Database, now: () => Date) {
  return {
    read: (date: string, role?: DayRole) => readDay(database, now(), date, role),
    readComing: () => readComingDays(database, now()),
    exportClosing: async (date: string) => writeClosingCsv(await readDay(database, now(), date)),
    async perform(actor: DayActor, action: DayAction, request?: KeyedRequest) {
      const context = { ...actor, now: now() };
      const done = await createOnce(database, request, (tx) => performWhole(tx, context, action));
      // The time is taken after the commit: data that were read later contain it.
      return done.ok ? { ...done, row: { ...done.row, at: now().toISOString() } } : done;
    },
    createLink: (author: Author, request: HelperLinkRequest) =>
      createHelperLink(database, author, now(), request),
    listLinks: (date: string) => listHelperLinks(database, now(), date),
    revokeLink: (author: Author, id: string) => revokeHelperLink(database, author, now(), id),
    resolveLink: (token: string) => resolveHelperLink(database, now(), token),
  };
}

/** Stores all of an action or nothing. */
async function performWhole(
  database: Database,
  context: Context,
  action: DayAction,
): Promise<DayActionResult> {
  let rejection: DayRejection | undefined;
  try {
    return await runAsUser(database, context.author, async (tx) => {
      const done = await perform(tx, context, action);
      if (!done.ok) {
        rejection = done;
        throw new Error("rolled back");
      }
      return done;
    });
  } catch (error) {
    if (rejection) return rejection;
    throw error;
  }
}

async function perform(
  tx: Database,
  context: Context,
  action: DayAction,
): Promise<DayActionResult> {
  const { link } = context;
  if (link && !helperActions[link.role].includes(action.kind)) {
    return { ok: false, reason: "forbidden" };
  }
  if (action.kind === "route" || action.kind === "count") return saveRoute(tx, context, action);
  if (action.kind === "pick") return pickLines(tx, context, action);
  const order = await lockOrder(tx, action.order);
  if (!order || !isWithinLink(link, order)) return { ok: false, reason: "not-found" };
  if (order.version !== action.version) return describeChange(order, action);
  switch (action.kind) {
    case "confirm": {
      const { accepted } = action;
      const change = { status: "confirmado", version: order.version, accepted } as const;
      const { author, now } = context;
      return finish(tx, order, await changeStatus(tx, now, author, order.id, change));
    }
    case "pack":
      return packOrder(tx, context, order, action);
    case "deliver":
      return deliverOrder(tx, context, order, action);
    case "fail":
      return failDelivery(tx, context, order, action);
    case "date":
      return finish(tx, order, await edit(tx, context, order, { delivery_date: action.date }));
  }
}

/** Returns whether an actor without a link, or the holder of this one, sees the order. */
function isWithinLink(
  link: DayActor["link"],
  order: Pick<OrderRow, "delivery_date" | "delivery_kind" | "status">,
): boolean {
  return !link || (order.delivery_date === link.date && isShownTo(link.role, order));
}

function edit(
  tx: Database,
  { author, now }: Context,
  { id, version }: OrderRow,
  changes: Omit<OrderEdit, "version">,
): Promise<EditOrderResult> {
  return editOrder(tx, now, author, id, { version, ...changes });
}

/** The order's version after the last step; a rejection of a step is one of the action. */
async function finish(
  tx: Database,
  order: OrderRow,
  saved: EditOrderResult | StatusChange | { ok: true },
): Promise<DayActionResult> {
  if (!saved.ok) {
    const { reason } = saved;
    if (reason === "invalid" || reason === "not-found" || reason === "warned") return saved;
    return describeChange(order);
  }
  const [row] = await tx
    .select({ version: pedidos.version })
    .from(pedidos)
    .where(eq(pedidos.id, order.id));
  return { ok: true, row: { versions: { [order.id]: row?.version ?? order.version } } };
}

function describeChange(row: OrderRow, action?: DayAction): DayRejection {
  const order = toOrder(row);
  const itens = action?.kind === "pack" && action.lines && editedLines(row, action.lines);
  return {
    ok: false,
    reason: "changed",
    title: `O pedido nº ${row.numero_pedido} mudou enquanto isso`,
    detail: `Agora está ${statusTable[row.status].label.toLowerCase()}. Confira e faça de novo, se ainda valer.`,
    ...(itens && { errors: listEditDifferences(order, { itens }) }),
  };
}

function rejectField(field: string, message: string): DayRejection {
  return { ok: false, reason: "invalid", errors: [{ field, message }] };
}

/** The lines of the order with those of the action in their place, at the stored prices. */
function editedLines({ itens }: OrderRow, lines: PackedLines) {
  return itens.map((item) => {
    const packed = lines.find((line) => isSameLine(line, item));
    return requestLine(packed ? changeLine(item, packed) : item);
  });
}

type PackedLines = NonNullable<Action<"pack">["lines"]>;

/**
 * The lines as they are stored. A packer with a link weighs and marks what is missing: a quantity is the stored one or 0, and
 * a line that was not sent gets the ordered quantity.
 */
function acceptLines(
  { link }: Context,
  { itens, original }: OrderRow,
  lines: PackedLines,
): { ok: true; lines: PackedLines } | DayRejection {
  const accepted: PackedLines = [];
  for (const line of lines) {
    const isSame = (item: OrderItem) => isSameLine(item, line);
    const stored = itens.find(isSame);
    if (!stored) return rejectField("lines", "O item não está no pedido.");
    const ordered = stored.quantity || original?.itens.find(isSame)?.quantity;
    const quantity = link && line.quantity > 0 ? ordered : line.quantity;
    const isOther = stored.quantity > 0 && quantity !== line.quantity;
    if (quantity === undefined || isOther) {
      return rejectField("lines", "Só a loja muda quantidades.");
    }
    accepted.push({ ...line, quantity });
  }
  return { ok: true, lines: accepted };
}

async function packOrder(
  tx: Database,
  context: Context,
  order: OrderRow,
  { lines, volumes, from_volumes, packed }: Action<"pack">,
): Promise<DayActionResult> {
  const accepted = lines && acceptLines(context, order, lines);
  if (accepted?.ok === false) return accepted;
  if (statusTable[order.status].editing !== "allowed") return describeChange(order);
  const [packing] = await tx.select().from(packings).where(eq(packings.id, order.id));
  if (packing && ![from_volumes, volumes].includes(packing.volumes)) {
    const detail = `Agora são ${packing.volumes} volumes.`;
    return { ...describeChange(order), detail } as DayRejection;
  }
  if (accepted) {
    const isMissing = accepted.lines.some(({ quantity }) => quantity === 0);
    const reason = isMissing ? "Faltou no estoque" : "Pesado na separação";
    const itens = editedLines(order, accepted.lines);
    const saved = await edit(tx, context, order, { itens, reason });
    if (!saved.ok) return finish(tx, order, saved);
  }
  const values = { volumes, packed_at: packed ? (packing?.packed_at ?? context.now) : null };
  await tx
    .insert(packings)
    .values({ id: order.id, ...values })
    .onConflictDoUpdate({ target: packings.id, set: values });
  return finish(tx, order, { ok: true });
}

async function deliverOrder(
  tx: Database,
  { author, now }: Context,
  order: OrderRow,
  { payment }: Action<"deliver">,
): Promise<DayActionResult> {
  if (!isToDo(order)) return describeChange(order);
  const { id, version } = order;
  const saved = await changeOrderStatus(tx, author, id, { status: deliveredStatus, version });
  if (!saved.ok || !payment) return finish(tx, order, saved);
  const paid = await addPayment(tx, now, author, id, payment);
  return finish(tx, order, paid.ok ? { ok: true } : paid);
}

async function failDelivery(
  tx: Database,
  context: Context,
  order: OrderRow,
  { reason, date }: Action<"fail">,
): Promise<DayActionResult> {
  if (!isToDo(order) || order.delivery_date === null) return describeChange(order);
  const { author } = context;
  await tx.insert(deliveryAttempts).values({
    order_id: order.id,
    date: order.delivery_date,
    reason,
    author: typeof author === "string" ? author : author.email,
  });
  return finish(tx, order, await edit(tx, context, order, { delivery_date: date }));
}

/** Returns whether a line of the order has at least this quantity: its customer may have changed it since the picker saw it. */
function isOrdered(
  orders: readonly Pick<OrderRow, "id" | "itens">[],
  { order, to, ...line }: Pick<OrderItem, "product_id" | "unit"> & { order: string; to: number },
): boolean {
  const itens = orders.find(({ id }) => id === order)?.itens ?? [];
  return to === 0 || itens.some((item) => isSameLine(item, line) && to <= item.quantity);
}

/** Stores the quantity of each order that is picked now, unless another one than the seen one is stored. */
async function pickLines(
  tx: Database,
  { link }: Context,
  { lines, ...line }: Action<"pick">,
): Promise<DayActionResult> {
  const ids = lines.map(({ order }) => order);
  // The orders are locked in the order of their ids, so that two transactions wait instead of deadlocking.
  const orders = await tx
    .select(orderColumns)
    .from(pedidos)
    .where(inArray(pedidos.id, ids))
    .orderBy(pedidos.id)
    .for("no key update");
  const isOfDay = (id: string) => orders.some((one) => one.id === id && isWithinLink(link, one));
  if (!ids.every(isOfDay)) return { ok: false, reason: "not-found" };
  const changed = lines.find(({ order, to }) => !isOrdered(orders, { ...line, order, to }));
  if (changed && link) return rejectField("lines", "Não é mais do que está no pedido.");
  const row = changed && orders.find(({ id }) => id === changed.order);
  if (row) {
    const detail = "Não tem mais tanto deste produto. Confira o pedido e separe de novo.";
    return { ...describeChange(row), detail } as DayRejection;
  }
  const stored = await tx.select().from(packings).where(inArray(packings.id, ids));
  const key = pickKey(line);
  const differing = lines.filter(({ order, from, to }) => {
    const now = stored.find(({ id }) => id === order)?.picked[key] ?? 0;
    return now !== from && now !== to;
  });
  if (differing.length > 0) {
    const title = "Outra pessoa separou este produto enquanto isso";
    const detail = "Confira as quantidades e marque de novo.";
    return { ok: false, reason: "changed", title, detail };
  }
  await tx.execute(sql`
    INSERT INTO packings (id, picked)
    SELECT "order", jsonb_build_object(${key}::text, "to")
    FROM json_to_recordset(${JSON.stringify(lines)}::json) AS line ("order" uuid, "to" numeric) ORDER BY "order"
    ON CONFLICT (id) DO UPDATE SET picked = packings.picked || excluded.picked`);
  return { ok: true, row: { versions: {} } };
}

/** The stops of a date, or its counted cash, unless another version than the seen one is stored. */
async function saveRoute(
  tx: Database,
  { link }: Context,
  action: Action<"route" | "count">,
): Promise<DayActionResult> {
  const { kind, date, route_version } = action;
  if (link && link.date !== date) return { ok: false, reason: "not-found" };
  const changes = kind === "route" ? { stops: action.stops } : { counted_cash: action.cash };
  const isRoute = eq(deliveryRoutes.id, date);
  const [stored] = await tx.select().from(deliveryRoutes).where(isRoute).for("update");
  const saved =
    (stored?.version ?? 0) !== route_version
      ? []
      : stored
        ? await tx.update(deliveryRoutes).set(changes).where(isRoute).returning()
        : await tx
            .insert(deliveryRoutes)
            .values({ id: date, ...changes })
            .onConflictDoNothing()
            .returning();
  const [route] = saved;
  if (route) return { ok: true, row: { versions: {}, route_version: route.version } };
  const title = "Outra pessoa ordenou a rota ou contou o dinheiro enquanto isso";
  return { ok: false, reason: "changed", title, detail: "Confira e faça de novo." };
}

import type { DayAction, DayView, HelperLink, RouteAction } from "#app/domain/day/schema.ts";
import { order } from "./examples.ts";

/** The examples of the published document for the day of deliveries. */

const { id, numero_pedido, status, version, itens, cliente_info } = order;
const { delivery_kind, delivery_date, delivery_shift, delivery_zone } = order;
const date = "2026-11-26";
const { name, phone, street, number, neighborhood, city, zipCode } = cliente_info;
const stop = { phone, street, number, neighborhood, city, zipCode };
const dayOrder = {
  ...{ id, numero_pedido, status, version, name },
  ...{ delivery_kind, delivery_date, delivery_shift, delivery_zone },
  itens: itens.map(({ slug, external_id, ...item }) => item),
  picked: {},
  volumes: 2,
  packed: true,
  attempts: 0,
};

export const day: DayView = {
  date,
  read_at: "2026-11-26T10:00:00.000Z",
  role: "loja",
  orders: [{ ...dayOrder, stop: { ...stop, valor_total: order.valor_total, received: 0 } }],
  route_version: 1,
  failed: [],
  undated: [],
  receipts: [{ method: "PIX", amount: 90.3 }],
  methods: ["PIX", "Dinheiro"],
};

export const helperDay: DayView = {
  ...day,
  role: "separacao",
  orders: [{ ...dayOrder, itens: dayOrder.itens.map(({ price, total, ...item }) => item) }],
  receipts: [],
  methods: [],
};

export const dayAction: DayAction = {
  kind: "deliver",
  order: id,
  version,
  payment: { method: "PIX", amount: 90.3 },
};

export const dayResult = { versions: { [id]: version + 2 }, at: "2026-11-26T15:00:00.000Z" };

export const route: Omit<RouteAction, "kind"> = { date, stops: [id], route_version: 0 };

export const helperLinkRequest = { date, role: "motorista", name: "João" } as const;
export const helperLink: HelperLink = {
  ...helperLinkRequest,
  id: "5e0c8f86-2a54-4d0c-8a52-6a0e6f0c9b11",
  expires_at: "2026-11-27T12:00:00.000Z",
  created_at: "2026-11-26T09:00:00.000Z",
};

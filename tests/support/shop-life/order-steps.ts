import fc from "fast-check";
import {
  amount,
  anOrder,
  aProduct,
  choice,
  count,
  type Kind,
  kind,
  type Order,
  open,
  pick,
  withStatus,
} from "./kind.ts";
import type { Life, Snapshot } from "./life.ts";
import { personCount } from "./people.ts";

export type WantedLine = { product: number; option: number; quantity: number };
export const wantedLines: fc.Arbitrary<WantedLine[]> = fc.array(
  fc.record({ product: choice, option: choice, quantity: count }),
  { minLength: 1, maxLength: 3 },
);
const person = fc.nat(personCount - 1);
/** A day that no clock of a life reaches. */
const farDay = "2031-05-02";

export function orderLines({ products }: Snapshot, lines: readonly WantedLine[]) {
  return lines.map(({ product, option, quantity }) => {
    const { id, options } = pick(products, product);
    const { unit, minimum, step, ...terms } = pick(options, option);
    const ordered = minimum + step * (quantity - 1);
    const price = terms.tiers.findLast(({ from }) => from <= ordered)?.price ?? terms.price;
    return { product_id: id, unit, price, quantity: ordered };
  });
}

async function rememberLink(life: Life, response: Response): Promise<Response> {
  if (response.ok) {
    const { id, link } = (await response.clone().json()) as { id: string; link: string };
    life.links.set(id, link.split("/pedido/")[1] ?? "");
  }
  return response;
}

/** One of the days and shifts that the shop offers the address now; none where it has no zone. */
async function chooseDelivery(life: Life, zipCode: string, index: number) {
  const { dates } = await life.read<{
    dates: { date: string; shifts: string[] }[];
  }>(`/delivery?cep=${zipCode}`);
  if (index === 0 || dates.length === 0) return {};
  const { date, shifts } = pick(dates, index);
  const shift = shifts.length > 0 ? pick(shifts, index) : undefined;
  return {
    delivery_kind: "entrega",
    delivery_date: date,
    ...(shift !== undefined && { delivery_shift: shift }),
  };
}

const changeOrder = (life: Life, { id, version }: Order, body: object) =>
  life.send("PATCH", `/orders/${id}`, { version, ...body });

const editedLines = ({ lines }: Order) =>
  lines.map(({ weight, weighed, ...line }) => ({ ...line, ...(weight !== null && { weight }) }));

const statusStep = (status: Order["status"], from: (state: Snapshot) => Order[], weight = 1) =>
  kind<{ order: number }>({
    args: { order: choice },
    weight,
    when: (state) => from(state).length > 0,
    run: (life, { order }) => changeOrder(life, pick(from(life.state), order), { status }),
  });

const confirmed = withStatus("confirmado");

const fitsTo = (order: Order, other: Order) =>
  other !== order &&
  other.customer === order.customer &&
  other.status === order.status &&
  other.date === order.date &&
  other.kind === order.kind &&
  other.house === order.house;
const joinable = (state: Snapshot): Order[] =>
  open(state).filter(
    (order) =>
      order.date !== null &&
      order.customer !== null &&
      open(state).some((other) => fitsTo(order, other)),
  );

async function join(life: Life, order: number, other: number) {
  const one = pick(joinable(life.state), order);
  const second = pick(
    joinable(life.state).filter((two) => fitsTo(one, two)),
    other,
  );
  const [target, source] = one.number < second.number ? [one, second] : [second, one];
  const body = { order_id: second.id, version: one.version, other_version: second.version };
  const response = await life.send("POST", `/orders/${one.id}/join`, body);
  return { response, undo: `/orders/${target.id}/join/${source.id}` };
}

/** Orders whose link is known, and of which the shop has said until when they can be changed: the evening before. */
const withCutoff = (life: Life) =>
  open(life.state).filter(({ id, date }) => life.links.has(id) && date !== null && date !== farDay);

const weighable = ({ orders }: Snapshot) =>
  orders.filter(({ lines }) => lines.some(({ weighed, quantity }) => weighed && quantity > 0));

export const orderSteps: Record<string, Kind> = {
  "order on the site": kind<{ person: number; lines: WantedLine[]; day: number }>({
    args: { person, lines: wantedLines, day: fc.nat(3) },
    weight: 8,
    when: aProduct,
    run: async (life, { person, lines, day = 0 }) => {
      const customer = life.personAt(person);
      const delivery = await chooseDelivery(life, customer.zipCode, day);
      const body = { customer, items: orderLines(life.state, lines), ...delivery };
      return rememberLink(life, await life.sendAsVisitor("POST", "/orders", body));
    },
  }),
  "order by telephone": kind<{ person: number; lines: WantedLine[]; price: number | undefined }>({
    args: { person, lines: wantedLines, price: fc.option(amount, { nil: undefined }) },
    weight: 6,
    when: aProduct,
    run: async (life, { person, lines, price }) => {
      const customer = { ...life.personAt(person), email: "" };
      const agreed = price !== undefined && { price };
      const items = orderLines(life.state, lines).map((line) => ({ ...line, ...agreed }));
      const delivery = { delivery_kind: "entrega", delivery_date: farDay };
      const body = { customer, items, channel: "telefone", ...delivery };
      return rememberLink(life, await life.send("POST", "/orders/taken", body));
    },
  }),
  "change quantities": kind<{ order: number; line: number; quantity: number }>({
    args: { order: choice, line: choice, quantity: fc.integer({ min: 0, max: 6 }) },
    weight: 2,
    when: anOrder,
    run: (life, { order, line, quantity }) => {
      const one = pick(life.state.orders, order);
      const itens = editedLines(one);
      const changed = pick(itens, line);
      changed.quantity = quantity;
      if (quantity === 0) Reflect.deleteProperty(changed, "weight");
      return changeOrder(life, one, { itens, reason: "Faltou" });
    },
  }),
  weigh: kind<{ order: number; grams: number }>({
    args: { order: choice, grams: fc.integer({ min: 1, max: 9_999 }) },
    weight: 2,
    when: (state) => weighable(state).length > 0,
    run: (life, { order, grams }) => {
      const one = pick(weighable(life.state), order);
      const weighed = one.lines.findIndex((line) => line.weighed && line.quantity > 0);
      const itens = editedLines(one).map((line, index) =>
        index === weighed ? { ...line, weight: grams / 1000 } : line,
      );
      return changeOrder(life, one, { itens, reason: "Pesado" });
    },
  }),
  "swap a product": kind<{ order: number; line: number; other: number; option: number }>({
    args: { order: choice, line: choice, other: choice, option: choice },
    weight: 2,
    when: (state) => anOrder(state) && aProduct(state),
    run: (life, { order, line, other, option }) => {
      const one = pick(life.state.orders, order);
      const missing = pick(one.lines, line);
      const product = pick(life.state.products, other);
      const { unit, price } = pick(product.options, option);
      const added = {
        product_id: product.id,
        unit,
        price,
        quantity: 1,
        ...(missing.product_id !== "" && { swap_of: missing.product_id }),
      };
      const rest = editedLines(one).filter((_, index) => one.lines[index] !== missing);
      return changeOrder(life, one, { itens: [...rest, added], reason: "Trocado" });
    },
  }),
  "change fee and discount": kind<{ order: number; fee: number; discount: number }>({
    args: { order: choice, fee: amount, discount: amount },
    when: anOrder,
    run: (life, { order, fee, discount }) => {
      const agreed = { delivery_fee: fee, discount, reason: "Combinado" };
      return changeOrder(life, pick(life.state.orders, order), agreed);
    },
  }),
  "agree on the day": kind<{ order: number }>({
    args: { order: choice },
    weight: 2,
    when: (state) => open(state).length > 0,
    run: (life, { order }) => {
      const delivery = { delivery_date: farDay, delivery_shift: null };
      return changeOrder(life, pick(open(life.state), order), delivery);
    },
  }),
  confirm: statusStep("confirmado", withStatus("pendente"), 7),
  deliver: statusStep("entregue", confirmed, 4),
  cancel: statusStep("cancelado", withStatus("pendente", "confirmado", "entregue")),
  reopen: statusStep("pendente", withStatus("confirmado", "entregue", "cancelado")),
  "deliver on the day": kind<{ order: number; paid: boolean }>({
    args: { order: choice, paid: fc.boolean() },
    weight: 2,
    when: (state) => confirmed(state).length > 0,
    run: (life, { order, paid }) => {
      const { id, version, total, paid: received } = pick(confirmed(life.state), order);
      const left = Math.round((total - received) * 100) / 100;
      const payment = paid && left > 0 && { payment: { method: "Dinheiro", amount: left } };
      return life.send("POST", "/day/actions", { kind: "deliver", order: id, version, ...payment });
    },
  }),
  "fail to deliver": kind<{ order: number; day: boolean }>({
    args: { order: choice, day: fc.boolean() },
    weight: 2,
    when: (state) => confirmed(state).length > 0,
    run: (life, { order, day }) => {
      const { id, version } = pick(confirmed(life.state), order);
      const next = { reason: "Ninguém em casa", date: day ? farDay : null };
      return life.send("POST", "/day/actions", { kind: "fail", order: id, version, ...next });
    },
  }),
  pack: kind<{ order: number; quantity: number }>({
    args: { order: choice, quantity: fc.integer({ min: 0, max: 6 }) },
    weight: 2,
    when: (state) => confirmed(state).length > 0,
    run: (life, { order, quantity }) => {
      const { id, version, lines } = pick(confirmed(life.state), order);
      const [first] = lines.filter(({ product_id }) => product_id !== "");
      const changed = first && [{ product_id: first.product_id, unit: first.unit, quantity }];
      const boxes = { volumes: 1, from_volumes: 1, packed: true, lines: changed };
      return life.send("POST", "/day/actions", { kind: "pack", order: id, version, ...boxes });
    },
  }),
  "delete an order": kind<{ order: number; restore: boolean }>({
    args: { order: choice, restore: fc.boolean() },
    when: anOrder,
    run: (life, { order, restore }) => {
      const { id } = pick(life.state.orders, order);
      return life.send("DELETE", `/orders/${id}?restore_stock=${restore}`);
    },
  }),
  "change an order by its link": kind<{ order: number; lines: WantedLine[] }>({
    args: { order: choice, lines: wantedLines },
    weight: 3,
    when: (state) => open(state).length > 0,
    run: async (life, { order, lines }) => {
      const { id, version } = pick(open(life.state), order);
      const ref = life.links.get(id);
      if (ref === undefined) return undefined;
      const items = orderLines(life.state, lines);
      return life.sendAsVisitor("POST", `/order-links/${ref}/changes`, { version, items });
    },
  }),
  "change an order after its cut-off": kind<{ order: number; lines: WantedLine[] }>({
    args: { order: choice, lines: wantedLines },
    when: (state) => open(state).some(({ date }) => date !== null && date !== farDay),
    run: async (life, { order, lines }) => {
      if (withCutoff(life).length === 0) return undefined;
      const { id, date } = pick(withCutoff(life), order);
      const day = new Date(`${date}T00:00:00-03:00`);
      const hours = (day.getTime() - life.now.getTime()) / 3_600_000 - 6;
      if (hours >= 0) await life.letTimePass(Math.ceil(hours) + 1);
      await life.refresh();
      const version = life.state.orders.find((one) => one.id === id)?.version;
      const body = { version, items: orderLines(life.state, lines) };
      const answer = await life.sendAsVisitor(
        "POST",
        `/order-links/${life.links.get(id)}/changes`,
        body,
      );
      if (answer.ok) throw new Error("an order is changed by its link until the cut-off");
      return undefined;
    },
  }),
  "cancel an order by its link": kind<{ order: number }>({
    args: { order: choice },
    when: (state) => open(state).length > 0,
    run: async (life, { order }) => {
      const { id, version } = pick(open(life.state), order);
      const ref = life.links.get(id);
      if (ref === undefined) return undefined;
      const body = { version, reason: "Mudei de ideia" };
      return life.sendAsVisitor("POST", `/order-links/${ref}/cancel`, body);
    },
  }),
  "join orders": kind<{ order: number; other: number }>({
    args: { order: choice, other: choice },
    weight: 12,
    when: (state) => joinable(state).length > 0,
    run: async (life, { order, other }) => (await join(life, order, other)).response,
  }),
  "undo a join": kind<{ join: number }>({
    args: { join: choice },
    weight: 6,
    when: ({ joins }) => joins.length > 0,
    run: (life, { join }) => {
      const { source, target } = pick(life.state.joins, join);
      return life.send("DELETE", `/orders/${target}/join/${source}`);
    },
  }),
  "join orders and undo it": kind<{ order: number; other: number }>({
    args: { order: choice, other: choice },
    weight: 6,
    when: (state) => joinable(state).length > 0,
    run: (life, { order, other }) =>
      life.undoing(async () => {
        const { response, undo } = await join(life, order, other);
        return { response, undo: () => life.send("DELETE", undo) };
      }),
  }),
};

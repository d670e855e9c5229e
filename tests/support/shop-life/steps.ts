import fc from "fast-check";
import type { Life, Snapshot } from "./life.ts";
import { personAt, personCount } from "./people.ts";

/** A number that chooses among what there is at that moment. */
const choice = fc.nat(11);
const quantity = fc.integer({ min: 1, max: 6 });
/** In reais. */
const amount = fc.integer({ min: 1, max: 9_999 }).map((cents) => cents / 100);

function pick<T>(list: readonly T[], index: number): T {
  const one = list[index % list.length];
  if (one === undefined) throw new Error("a step runs only when there is something to choose");
  return one;
}

type Order = Snapshot["orders"][number];

const anOrder = ({ orders }: Snapshot) => orders.length > 0;
const aCustomer = ({ customers }: Snapshot) => customers.length > 0;
const roots = ({ customers }: Snapshot) => customers.filter(({ id, root }) => id === root);
const withStatus =
  (...statuses: Order["status"][]) =>
  ({ orders }: Snapshot) =>
    orders.filter(({ status }) => statuses.includes(status));
const pending = withStatus("pendente");
const confirmed = withStatus("confirmado");
const open = withStatus("pendente", "confirmado");
const payable = withStatus("confirmado", "entregue");

type Described<Args> = {
  args: { [Name in keyof Args]: fc.Arbitrary<Args[Name]> };
  /** How often it is chosen, 1 if not given. */
  weight?: number;
  /** Whether there is anything that it could be done with. */
  when: (state: Snapshot) => boolean;
  /** Does it, and returns the answer that says whether it was accepted. */
  run: (life: Life, args: Args) => Promise<Response>;
};

type Kind = Pick<Described<unknown>, "weight" | "when" | "run"> & {
  args: Record<string, fc.Arbitrary<unknown>>;
};

const kind = <Args>(described: Described<Args>) => described as unknown as Kind;

const wantedLine = fc.record({ product: choice, option: choice, quantity });
type WantedLine = { product: number; option: number; quantity: number };

function orderLines({ products }: Snapshot, lines: readonly WantedLine[]) {
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

/** Everything that is done in a life, by its name. */
const kinds = {
  "order on the site": kind<{ person: number; lines: WantedLine[] }>({
    args: {
      person: fc.nat(personCount - 1),
      lines: fc.array(wantedLine, { minLength: 1, maxLength: 3 }),
    },
    weight: 6,
    when: ({ products }) => products.length > 0,
    run: async (life, { person, lines }) =>
      rememberLink(
        life,
        await life.sendAsVisitor("POST", "/orders", {
          customer: personAt(person),
          items: orderLines(life.state, lines),
        }),
      ),
  }),
  "order by telephone": kind<{ person: number; lines: WantedLine[]; price: number | undefined }>({
    args: {
      person: fc.nat(personCount - 1),
      lines: fc.array(wantedLine, { minLength: 1, maxLength: 3 }),
      price: fc.option(amount, { nil: undefined }),
    },
    weight: 6,
    when: ({ products }) => products.length > 0,
    run: async (life, { person, lines, price }) =>
      rememberLink(
        life,
        await life.send("POST", "/orders/taken", {
          customer: { ...personAt(person), email: "" },
          items: orderLines(life.state, lines).map((line) => ({
            ...line,
            ...(price !== undefined && { price }),
          })),
          channel: "telefone",
          delivery_kind: "entrega",
          delivery_date: "2031-05-02",
        }),
      ),
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
      if ("weight" in changed && quantity === 0) Reflect.deleteProperty(changed, "weight");
      return changeOrder(life, one, { itens, reason: "Faltou" });
    },
  }),
  "change fee and discount": kind<{ order: number; fee: number; discount: number }>({
    args: { order: choice, fee: amount, discount: amount },
    when: anOrder,
    run: (life, { order, fee, discount }) =>
      changeOrder(life, pick(life.state.orders, order), {
        delivery_fee: fee,
        discount,
        reason: "Combinado",
      }),
  }),
  "agree on the day": kind<{ order: number }>({
    args: { order: choice },
    weight: 2,
    when: (state) => open(state).length > 0,
    run: (life, { order }) =>
      changeOrder(life, pick(open(life.state), order), {
        delivery_date: "2031-05-02",
        delivery_shift: null,
      }),
  }),
  confirm: statusStep("confirmado", pending, 6),
  deliver: statusStep("entregue", confirmed, 5),
  cancel: statusStep("cancelado", withStatus("pendente", "confirmado", "entregue")),
  reopen: statusStep("pendente", withStatus("confirmado", "entregue", "cancelado")),
  "delete an order": kind<{ order: number; restore: boolean }>({
    args: { order: choice, restore: fc.boolean() },
    when: anOrder,
    run: (life, { order, restore }) =>
      life.send("DELETE", `/orders/${pick(life.state.orders, order).id}?restore_stock=${restore}`),
  }),
  "pay an order": kind<{ order: number; amount: number | undefined }>({
    args: { order: choice, amount: fc.option(amount, { nil: undefined }) },
    weight: 3,
    when: (state) => payable(state).length > 0,
    run: (life, { order, amount }) =>
      life.send("POST", `/orders/${pick(payable(life.state), order).id}/payments`, {
        method: "PIX",
        ...(amount !== undefined && { amount }),
      }),
  }),
  "return a part of a payment": kind<{ order: number; amount: number }>({
    args: { order: choice, amount },
    when: ({ payments }) => payments.length > 0,
    run: (life, { order, amount }) => {
      const { order: id, amount: paid } = pick(life.state.payments, order);
      return life.send("POST", `/orders/${id}/payments`, {
        method: "Dinheiro",
        amount: -Math.min(amount, Math.abs(paid)),
        note: "Pagou a mais",
      });
    },
  }),
  "remove a payment": kind<{ payment: number }>({
    args: { payment: choice },
    when: ({ payments }) => payments.length > 0,
    run: (life, { payment }) => {
      const { id, order } = pick(life.state.payments, payment);
      return life.send("DELETE", `/orders/${order}/payments/${id}`);
    },
  }),
  "receive on account": kind<{ customer: number; amount: number }>({
    args: { customer: choice, amount: amount.map((value) => value * 2) },
    weight: 3,
    when: aCustomer,
    run: (life, { customer, amount }) =>
      life.send("POST", `/customers/${pick(roots(life.state), customer).id}/receipts`, {
        method: "PIX",
        amount: Math.round(amount * 100) / 100,
      }),
  }),
  "remove a receipt": kind<{ receipt: number }>({
    args: { receipt: choice },
    when: ({ receipts }) => receipts.some(({ on_account }) => on_account),
    run: (life, { receipt }) => {
      const onAccount = life.state.receipts.filter(({ on_account }) => on_account);
      const { id, customer } = pick(onAccount, receipt);
      return life.send("DELETE", `/customers/${customer}/receipts/${id}`);
    },
  }),
  "split a customer": kind<{ order: number }>({
    args: { order: choice },
    weight: 2,
    when: ({ orders }) => orders.some(({ customer }) => customer !== null),
    run: (life, { order }) => {
      const { id, customer } = pick(
        life.state.orders.filter((one) => one.customer !== null),
        order,
      );
      return life.send("POST", `/customers/${customer}/split`, { orders: [id] });
    },
  }),
  "merge customers": kind<{ customer: number; other: number }>({
    args: { customer: choice, other: choice },
    when: (state) => roots(state).length > 1,
    run: (life, { customer, other }) => {
      const kept = pick(roots(life.state), customer);
      const rest = roots(life.state).filter((one) => one !== kept);
      return life.send("POST", `/customers/${kept.id}/merge`, {
        customer_id: pick(rest, other).id,
      });
    },
  }),
  "separate a customer": kind<{ customer: number }>({
    args: { customer: choice },
    when: ({ customers }) => customers.some(({ id, root }) => id !== root),
    run: (life, { customer }) => {
      const merged = life.state.customers.filter(({ id, root }) => id !== root);
      return life.send("POST", `/customers/${pick(merged, customer).id}/separate`);
    },
  }),
  "join orders": kind<{ order: number; other: number }>({
    args: { order: choice, other: choice },
    weight: 3,
    when: (state) => joinable(state).length > 0,
    run: (life, { order, other }) => {
      const one = pick(joinable(life.state), order);
      const second = pick(
        joinable(life.state).filter((two) => fitsTo(one, two)),
        other,
      );
      return life.send("POST", `/orders/${one.id}/join`, {
        order_id: second.id,
        version: one.version,
        other_version: second.version,
      });
    },
  }),
  "undo a join": kind<{ join: number }>({
    args: { join: choice },
    when: ({ joins }) => joins.length > 0,
    run: (life, { join }) => {
      const { source, target } = pick(life.state.joins, join);
      return life.send("DELETE", `/orders/${target}/join/${source}`);
    },
  }),
};

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

type KindName = keyof typeof kinds;
/** A step as it is printed and stored: the name of its kind and the choices. */
export type Step = { kind: KindName } & Record<string, unknown>;

/** How often steps of a kind were done, and how often the shop accepted them; the last refusal. */
export type Counts = Map<KindName, { done: number; accepted: number; refusal: string }>;

/** Does a step if it is possible, and checks the shop afterwards. */
export class StepCommand implements fc.AsyncCommand<Life, Counts, true> {
  readonly step: Step;
  constructor(step: Step) {
    this.step = step;
  }

  async check(life: Readonly<Life>): Promise<boolean> {
    return kinds[this.step.kind].when(life.state);
  }

  async run(life: Life, counts: Counts): Promise<void> {
    const { kind: name, ...args } = this.step;
    const response = await kinds[name].run(life, args);
    const { done, accepted, refusal } = counts.get(name) ?? { done: 0, accepted: 0, refusal: "" };
    counts.set(name, {
      done: done + 1,
      accepted: accepted + (response.ok ? 1 : 0),
      refusal: response.ok ? refusal : (await response.text()).slice(0, 200),
    });
    await life.refresh();
    await life.check();
  }

  toString(): string {
    return `\n  ${JSON.stringify(this.step)}`;
  }
}

/** Lists of steps, as fast-check makes and shortens them. */
export const stepLists = (maxCommands: number) =>
  fc.commands(
    [
      fc.oneof(
        ...Object.entries(kinds).map(([name, { args, weight = 1 }]) => ({
          weight,
          arbitrary: fc
            .record(args)
            .map((chosen) => new StepCommand({ kind: name as KindName, ...chosen })),
        })),
      ),
    ],
    { maxCommands, size: "max" },
  );

import { sql } from "drizzle-orm";
import type { SaleOption } from "#app/domain/catalogue/options/sale-option-schema.ts";
import { orderLinkKey } from "#app/domain/kernel/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import { createPerson, type LivePerson, personalTexts, personCount } from "./people.ts";
import {
  computeAccounts,
  findTexts,
  findViolations,
  listAreaOrders,
  listPixReceipts,
  readPicture,
} from "./rules.ts";

/** The noon of a Wednesday, long before the database's clock: what it dates is never older than a minute for the shop. */
const start = new Date("2025-01-08T12:00:00-03:00");

/** The rows that a step may refer to, as they are stored. All lists are in the order in which the rows were created. */
export type Snapshot = {
  orders: {
    id: string;
    number: number;
    status: OrderStatus;
    version: number;
    total: number;
    paid: number;
    fee: number;
    discount: number;
    date: string | null;
    kind: string | null;
    /** The number of the house to which it is delivered. */
    house: string;
    customer: string | null;
    erased: boolean;
    lines: {
      product_id: string;
      unit: SaleUnit;
      quantity: number;
      price: number;
      weight: number | null;
      weighed: boolean;
    }[];
  }[];
  products: {
    id: string;
    version: number;
    stock: number;
    visible: boolean;
    options: SaleOption[];
  }[];
  customers: { id: string; root: string; version: number }[];
  receipts: {
    id: string;
    customer: string | null;
    amount: number;
    credit: number;
    on_account: boolean;
  }[];
  payments: { id: string; order: string; amount: number }[];
  joins: { source: string; target: string }[];
  series: { id: string; customer: string }[];
};

const readAll = sql`SELECT json_build_object(
  'orders', (SELECT coalesce(json_agg(json_build_object(
      'id', pedidos.id, 'number', numero_pedido, 'status', status, 'version', pedidos.version, 'total', valor_total, 'paid', paid_amount,
      'fee', delivery_fee, 'discount', discount, 'date', delivery_date, 'kind', delivery_kind,
      'house', cliente_info ->> 'number', 'customer', root_id,
      'erased', anonymized_at IS NOT NULL,
      'lines', (SELECT json_agg(json_build_object('product_id', coalesce(product_id::text, ''), 'unit', unit, 'quantity', quantity,
        'price', price, 'weight', weight, 'weighed', variable_weight) ORDER BY position) FROM order_lines WHERE order_id = pedidos.id)
    ) ORDER BY numero_pedido), '[]') FROM pedidos LEFT JOIN customers ON customers.id = customer_id),
  'products', (SELECT coalesce(json_agg(json_build_object('id', id, 'version', version, 'stock', stock, 'visible', visible,
      'options', sale_options) ORDER BY created_at, id), '[]') FROM products),
  'customers', (SELECT coalesce(json_agg(json_build_object('id', id, 'root', root_id, 'version', version)
      ORDER BY created_at, id), '[]') FROM customers),
  'receipts', (SELECT coalesce(json_agg(json_build_object('id', receipts.id, 'customer', root_id, 'amount', amount,
      'credit', amount - allocated, 'on_account', on_account) ORDER BY receipts.created_at, receipts.id), '[]')
    FROM receipts LEFT JOIN customers ON customers.id = customer_id),
  'payments', (SELECT coalesce(json_agg(json_build_object('id', id, 'order', order_id, 'amount', amount)
      ORDER BY created_at, id), '[]') FROM payments),
  'joins', (SELECT coalesce(json_agg(json_build_object('source', order_id, 'target', into_id)
      ORDER BY joined_at, order_id), '[]') FROM joined_orders),
  'series', (SELECT coalesce(json_agg(json_build_object('id', order_series.id, 'customer', root_id)
      ORDER BY order_series.created_at, order_series.id), '[]') FROM order_series JOIN customers ON customers.id = customer_id)
) AS snapshot`;

let requests = 0;

/** An address for each request, since addresses have limits. */
function nextAddress(): string {
  requests += 1;
  return `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`;
}

/** The bank that charges for the shop. All amounts are in reais. */
export type LifeBank = {
  /**
   * Lists the charges that it was asked for, also paid and removed ones, and the amounts that it has not given back of each
   * payment.
   */
  listCharges: () => { txid: string; pix: { id: string; kept: number }[] }[];
  pay: (txid: string, amount?: number) => Promise<unknown>;
  giveBack: (pixId: string, amount: number) => Promise<unknown>;
  /** Sends it what the shop has to tell it, and records its answers. */
  exchange: () => Promise<void>;
};

type LifeOptions = {
  database: Database;
  /** The API, asked without a socket, and the errors that it logged. */
  api: {
    app: { request: (path: string, init: RequestInit) => Promise<Response> | Response };
    failures: unknown[];
  };
  /** The cookie of a new session of the owner. */
  signIn: (now: Date) => Promise<string>;
  /** Runs the jobs that a process does from time to time. */
  runJobs: () => Promise<void>;
  bank: LifeBank;
};

type Undoable<Answer> = {
  response: Response;
  /** Undefined where there is nothing to undo. */
  undo: (answer: Answer) => Promise<Response> | undefined;
};

/** The events of a life that are not in the shop's rows. */
export class Life {
  state: Snapshot = {
    orders: [],
    products: [],
    customers: [],
    receipts: [],
    payments: [],
    joins: [],
    series: [],
  };
  /** The shop's clock. */
  now = start;
  /** The part of an order's link after `/pedido/`. */
  readonly links = new Map<string, string>();
  /** The cookies of the devices on which an area was opened. */
  readonly areas: string[] = [];
  readonly #options: LifeOptions;
  /** The texts of the accounts when they were checked. */
  readonly #accounts = new Map<string, string>();
  readonly #orderOfNumber = new Map<number, string>();
  /** The number of times that each person was erased. */
  readonly #erasures = Array.from({ length: personCount }, () => 0);
  /** The texts that must be stored nowhere. */
  #erased: string[] = [];
  #cookie = "";
  #keys = 0;
  #names = 0;

  private constructor(options: LifeOptions) {
    this.#options = options;
  }

  static async begin(options: LifeOptions): Promise<Life> {
    const life = new Life(options);
    // Fixed, because each process reads it once.
    await options.database.insert(orderLinkKey).values({ key: "k".repeat(43) });
    await life.letTimePass(0);
    return life;
  }

  async letTimePass(hours: number): Promise<void> {
    const { signIn, runJobs } = this.#options;
    this.now = new Date(this.now.getTime() + hours * 3_600_000);
    this.#cookie = await signIn(this.now);
    await runJobs();
  }

  get bank(): LifeBank {
    return this.#options.bank;
  }

  personAt(index: number): LivePerson {
    return createPerson(index, this.#erasures);
  }

  /** A name that nothing has. */
  nextName(prefix: string): string {
    this.#names += 1;
    return `${prefix}-${this.#names}`;
  }

  /** Does what erases: of the people who are in no order any more nothing may remain, now and later. */
  async erasing(act: () => Promise<Response>): Promise<Response> {
    const before = await this.#listNames();
    const response = await act();
    const after = await this.#listNames();
    const people = this.#erasures.map((_, index) => this.personAt(index));
    const isGone = ({ name }: LivePerson) => before.has(name) && !after.has(name);
    const kept = new Set(people.filter((one) => !isGone(one)).flatMap(personalTexts));
    this.#erased.push(
      ...people
        .filter(isGone)
        .flatMap(personalTexts)
        .filter((text) => !kept.has(text)),
    );
    people.forEach((person, index) => {
      if (isGone(person)) this.#erasures[index] = (this.#erasures[index] ?? 0) + 1;
    });
    return response;
  }

  async #listNames(): Promise<Set<string>> {
    const { rows } = await this.#options.database.execute<{ name: string }>(
      sql`SELECT DISTINCT cliente_info ->> 'name' AS name FROM pedidos`,
    );
    return new Set(rows.map(({ name }) => name));
  }

  /**
   * Does what `act` does and undoes it at once. An undo that is refused, or after which anything is not as it was before, breaks a
   * rule.
   */
  async undoing<Answer>(act: () => Promise<Undoable<Answer>>): Promise<Response> {
    const before = await readPicture(this.#options.database);
    const { response, undo } = await act();
    if (!response.ok) return response;
    const undone = await undo((await response.clone().json()) as Answer);
    if (undone && !undone.ok) {
      throw new Error(`what was just done can be undone: ${await undone.text()}`);
    }
    const after = await readPicture(this.#options.database);
    const lost = before.filter((line) => !after.includes(line));
    const added = after.filter((line) => !before.includes(line));
    if (lost.length > 0 || added.length > 0) {
      throw new Error(["an undo restores all:", ...lost, "is now:", ...added].join("\n"));
    }
    return response;
  }

  /** Sends a request as the owner. */
  send(method: string, path: string, body?: unknown): Promise<Response> {
    return this.#send(method, path, body, { Cookie: this.#cookie });
  }

  /** Sends a request without a session of the shop, from a device that may be in a customer's area. */
  sendAsVisitor(
    method: string,
    path: string,
    body?: unknown,
    areaCookie?: string,
  ): Promise<Response> {
    return this.#send(method, path, body, areaCookie === undefined ? {} : { Cookie: areaCookie });
  }

  async #send(method: string, path: string, body: unknown, headers: Record<string, string>) {
    this.#keys += 1;
    const { app, failures } = this.#options.api;
    const response = await app.request(`/api${path}`, {
      method,
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": `step-${this.#keys}-of-a-shop`,
        "x-test-address": nextAddress(),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.status >= 500) {
      const text = await response.text();
      const [failure] = failures.splice(0);
      throw new Error(`${method} ${path} answered ${response.status}: ${text}`, { cause: failure });
    }
    return response;
  }

  async read<Answer>(path: string): Promise<Answer> {
    const response = await this.send("GET", path);
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
    return (await response.json()) as Answer;
  }

  /** Reads what is stored. */
  async refresh(): Promise<void> {
    const { rows } = await this.#options.database.execute<{ snapshot: Snapshot }>(readAll);
    if (rows[0]) this.state = rows[0].snapshot;
  }

  /** Throws an error that lists the rules that the shop breaks. */
  async check(): Promise<void> {
    const { database } = this.#options;
    const violations = [
      ...(await findViolations(database)),
      ...(await this.#checkAccounts()),
      ...this.#checkNumbers(),
      ...(await findTexts(database, this.#erased)),
      ...(await this.#checkAreas()),
      ...(await this.#checkBank()),
    ];
    if (violations.length > 0) throw new Error(violations.join("\n"));
  }

  /** Checks that the shop has each Pix and each devolution that the bank has reported, whatever has become of the order. */
  async #checkBank(): Promise<string[]> {
    const inBank = this.bank
      .listCharges()
      .flatMap(({ txid, pix }) => pix.map(({ kept }) => `${txid} ${kept.toFixed(2)}`));
    const inShop = await listPixReceipts(this.#options.database);
    return String(inBank.sort()) === String(inShop.sort())
      ? []
      : [`what the bank reports is recorded: ${inShop}, reported ${inBank}`];
  }

  /** The newest device shows the orders of its customer that came from areas, from the seller, or with a confirmed contact. */
  async #checkAreas(): Promise<string[]> {
    const Cookie = this.areas.at(-1);
    if (Cookie === undefined) return [];
    const answer = await this.sendAsVisitor("GET", "/customer", undefined, Cookie);
    if (!answer.ok) return [];
    type Area = { customer: { id: string }; orders: { number: number }[] };
    const { customer, orders } = (await answer.json()) as Area;
    const shown = orders.map(({ number }) => number);
    const expected = await listAreaOrders(this.#options.database, customer.id);
    return String(shown) === String(expected)
      ? []
      : [`an area shows its customer's own orders: ${shown}, expected ${expected}`];
  }

  /** Checks the amounts that each customer owes by the shop, where anything of them has changed. */
  async #checkAccounts(): Promise<string[]> {
    const violations: string[] = [];
    for (const { id, balance, credit } of await computeAccounts(this.#options.database)) {
      const contents = this.#contentsOf(id);
      if (this.#accounts.get(id) === contents) continue;
      this.#accounts.set(id, contents);
      const account = await this.read<{
        balance: number;
        credit: number;
        open_orders: { numero_pedido: number; open: number }[];
      }>(`/customers/${id}/account`);
      if (account.balance !== balance || account.credit !== credit) {
        violations.push(
          `an account is what was delivered and not received: balance ${account.balance} and credit ${account.credit}, expected ${balance} and ${credit}`,
        );
      }
      for (const { numero_pedido, open } of account.open_orders) {
        if (open <= 0)
          violations.push(`an order that is paid owes nothing: order ${numero_pedido}`);
      }
    }
    return violations;
  }

  #contentsOf(customer: string): string {
    const { orders, receipts } = this.state;
    return JSON.stringify([
      orders.filter((order) => order.customer === customer),
      receipts.filter((receipt) => receipt.customer === customer),
    ]);
  }

  /** A number is of one order for ever, also after that was deleted. */
  #checkNumbers(): string[] {
    return this.state.orders.flatMap(({ id, number }) => {
      const known = this.#orderOfNumber.get(number) ?? id;
      this.#orderOfNumber.set(number, known);
      return known === id ? [] : [`every number occurs once: ${number}`];
    });
  }
}

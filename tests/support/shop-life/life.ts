import { sql } from "drizzle-orm";
import type { SaleOption } from "#app/domain/catalogue/sale-option-schema.ts";
import { orderLinkKey } from "#app/domain/kernel/link-tokens/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import { computeAccounts, findViolations } from "./rules.ts";

/** What a step may refer to, as it is stored. All lists are in the order in which the rows were created. */
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
      ORDER BY joined_at, order_id), '[]') FROM joined_orders)
) AS snapshot`;

type LifeOptions = {
  database: Database;
  /** The API, asked without a socket, and the errors that it logged. */
  api: {
    app: { request: (path: string, init: RequestInit) => Promise<Response> | Response };
    failures: unknown[];
  };
  /** The cookie of a new session of the owner. */
  signIn: () => Promise<string>;
};

/** What has happened and is not in the shop's rows. */
export class Life {
  state: Snapshot = {
    orders: [],
    products: [],
    customers: [],
    receipts: [],
    payments: [],
    joins: [],
  };
  /** The part of an order's link after `/pedido/`. */
  readonly links = new Map<string, string>();
  readonly #options: LifeOptions;
  readonly #orderOfNumber = new Map<number, string>();
  #cookie = "";
  #keys = 0;

  private constructor(options: LifeOptions) {
    this.#options = options;
  }

  static async begin(options: LifeOptions): Promise<Life> {
    const life = new Life(options);
    // Fixed, because each process reads it once.
    await options.database.insert(orderLinkKey).values({ key: "k".repeat(43) });
    await life.signIn();
    return life;
  }

  async signIn(): Promise<void> {
    this.#cookie = await this.#options.signIn();
  }

  /** Sends a request as the owner. */
  send(method: string, path: string, body?: unknown): Promise<Response> {
    return this.#send(method, path, body, { Cookie: this.#cookie });
  }

  /** Sends a request without a session. */
  sendAsVisitor(method: string, path: string, body?: unknown): Promise<Response> {
    return this.#send(method, path, body, {});
  }

  async #send(method: string, path: string, body: unknown, headers: Record<string, string>) {
    this.#keys += 1;
    const { app, failures } = this.#options.api;
    const response = await app.request(`/api${path}`, {
      method,
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": `step-${this.#keys}-of-a-shop`,
        // An address of its own, for the limits.
        "x-test-address": `10.${(this.#keys >> 16) & 255}.${(this.#keys >> 8) & 255}.${this.#keys & 255}`,
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
    ];
    if (violations.length > 0) throw new Error(violations.join("\n"));
  }

  /** What the shop says that each customer owes. */
  async #checkAccounts(): Promise<string[]> {
    const violations: string[] = [];
    for (const { id, balance, credit } of await computeAccounts(this.#options.database)) {
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

  /** A number is of one order for ever, also after that was deleted. */
  #checkNumbers(): string[] {
    return this.state.orders.flatMap(({ id, number }) => {
      const known = this.#orderOfNumber.get(number) ?? id;
      this.#orderOfNumber.set(number, known);
      return known === id ? [] : [`every number occurs once: ${number}`];
    });
  }
}

import { randomUUID } from "node:crypto";
import { createOrderSource } from "#tests/load/orders.ts";
import { login } from "#tests/load/seller.ts";
import { openEvents } from "#tests/support/event-stream.ts";
import { customer } from "#tests/support/sample-orders.ts";
import { enterAs } from "./access.ts";
import { type Attack, json, type Sent, send } from "./context.ts";

const exportPath = "/api/orders/export.csv";

/** Requests without a session, and answers without a reader, that must not occupy the places of exports. */
export async function attackExports(attack: Attack): Promise<void> {
  const admin = { Cookie: attack.cookie };
  for (const method of ["HEAD", "GET", "OPTIONS", "POST"]) {
    for (const path of ["/api/x/y.csv", exportPath]) {
      for (let count = 0; count < 10; count += 1) await send(attack, path, { method });
    }
  }
  for (let count = 0; count < 10; count += 1) {
    await send(attack, exportPath, { method: "HEAD", headers: admin });
    const cut = await fetch(attack.shop.url + exportPath, { headers: admin });
    await cut.body?.cancel();
  }
  const { status } = await send(attack, exportPath, { headers: admin });
  attack.check(status === 200, `the administrator's export: ${status}`);
}

const write = (method: string, body: object, headers: Record<string, string>) => ({
  ...json(body, headers),
  method,
});

function read<Body>({ text }: Sent): Body {
  return JSON.parse(text) as Body;
}

type Row = { id: string; title: string; slug: string; version: number };

/** A hidden product that is ordered, changed and deleted while a visitor listens. */
export async function attackHiddenRows(attack: Attack): Promise<void> {
  const admin = { Cookie: attack.cookie };
  const stream = await openEvents(`${attack.shop.url}/api/events`);
  await stream.event("ready");
  const title = `Segredo ${randomUUID()}`;
  const hidden = { title, slug: title.toLowerCase().replace(" ", "-"), visible: false };
  const product = read<Row>(await send(attack, "/api/products", json(hidden, admin)));
  const recipe = read<Row>(await send(attack, "/api/recipes", json(hidden, admin)));
  const items = [{ product_id: product.id, unit: "unidade", quantity: 1, price: 1 }];
  const key = { "Idempotency-Key": randomUUID() };
  const answers = [
    await send(attack, "/api/orders", json({ customer, items }, key)),
    await send(attack, `/api/products/${product.id}`),
    await send(attack, `/api/products?ids=${product.id}`),
    await send(attack, `/api/recipes/${recipe.id}`),
  ];
  for (const { text } of answers) {
    attack.check(!text.includes(title), `a visitor reads ${text.slice(0, 150)}`);
  }
  const change = write("PATCH", { stock: 3, version: product.version }, admin);
  await send(attack, `/api/products/${product.id}`, change);
  for (const path of [`/api/products/${product.id}`, `/api/recipes/${recipe.id}`]) {
    await send(attack, path, { method: "DELETE", headers: admin });
  }
  const shown = { title: "Polpa de teste", slug: `polpa-${randomUUID()}` };
  const last = read<Row>(await send(attack, "/api/products", json(shown, admin)));
  await stream.event("changes", (data) => JSON.stringify(data).includes(last.id));
  for (const { id } of [product, recipe]) {
    attack.check(!stream.text().includes(id), "a visitor learns the id of a hidden row");
  }
  stream.leave();
  await send(attack, `/api/products/${last.id}`, { method: "DELETE", headers: admin });
}

/** A member who wants another customer's conditions. */
export async function attackMerges(attack: Attack): Promise<void> {
  const admin = { Cookie: attack.cookie };
  const member = { Cookie: await enterAs(attack, "equipe") };
  const create = async (fields: object) =>
    read<Row>(await send(attack, "/api/customers", json(fields, admin)));
  const plain = await create({ name: "Comum" });
  for (const condition of [{ terms: 28 }, { credit_limit: 5000 }]) {
    const favoured = await create({ name: "Com condições", ...condition });
    for (const [kept, merged] of [
      [favoured, plain],
      [plain, favoured],
    ] as const) {
      const body = { customer_id: merged.id };
      const { status } = await send(attack, `/api/customers/${kept.id}/merge`, json(body, member));
      attack.check(status === 403, `a member merges ${Object.keys(condition)}: ${status}`);
    }
  }
}

type DayOrder = Row & { itens: { product_id: string; unit: string; quantity: number }[] };

/** The holder of a packing link, who wants other quantities and orders that the link does not show. */
export async function attackPackingLink(attack: Attack): Promise<void> {
  const admin = { Cookie: attack.cookie };
  const nextOrder = await createOrderSource(attack.shop.url);
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const place = async (status?: string) => {
    const order = read<Row>(await send(attack, "/api/orders", { method: "POST", ...nextOrder() }));
    const path = `/api/orders/${order.id}`;
    const { version } = read<Row>(await send(attack, path, { headers: admin }));
    const dated = write("PATCH", { delivery_date: date, version }, admin);
    const saved = read<Row>(await send(attack, path, dated));
    const confirmed = write("PATCH", { status, version: saved.version }, admin);
    return status ? read<DayOrder>(await send(attack, path, confirmed)) : (saved as DayOrder);
  };
  const [pending, shown] = [await place(), await place("confirmado")];
  const request = json({ date, role: "separacao", name: "Ana" }, admin);
  const { link } = read<{ link: string }>(await send(attack, "/api/day/links", request));
  const actions = `/api/day-links/${link.split("/").at(-1)}/actions`;
  const pack = { kind: "pack", volumes: 1, from_volumes: 1, packed: true };
  for (const order of [pending, shown]) {
    const [{ product_id = "", unit = "", quantity = 1 } = {}] = order.itens;
    const pick = { kind: "pick", product_id, unit };
    const { id, version } = order;
    const attempts = [
      { ...pack, order: id, version, lines: [{ product_id, unit, quantity: 9999 }] },
      { ...pack, order: id, version, lines: [{ product_id, unit, quantity: quantity + 1 }] },
      { ...pick, lines: [{ order: id, from: 0, to: 9999 }] },
      ...(order === pending ? [{ ...pack, order: id, version }] : []),
    ];
    for (const action of attempts) {
      const { status } = await send(attack, actions, json(action));
      attack.check([400, 404].includes(status), `${JSON.stringify(action)}: ${status}`);
    }
    const now = read<Row>(await send(attack, `/api/orders/${id}`, { headers: admin }));
    attack.check(now.version === version, "the packing link changed the order");
  }
}

const days = ["0000-01-01", "0001-01-01", "9999-12-31", "2026-13-45", "-000001-01-01"];

/** Dates that arithmetic or the database cannot represent. `send` checks that none causes a server error. */
export async function attackDates(attack: Attack): Promise<void> {
  const admin = { headers: { Cookie: attack.cookie } };
  for (const day of days) {
    const range = `from=${day}&until=${day}`;
    for (const path of [
      ...["sales", "sales/orders.csv", "sales/lines.csv", "payments/export.csv"],
      ...["orders", "orders/export.csv"],
    ]) {
      const { status } = await send(attack, `/api/${path}?${range}`, admin);
      attack.check(status === 400, `${path}?${range}: ${status}`);
    }
    for (const path of ["day", "day/closing.csv", "day/links"]) {
      const { status } = await send(attack, `/api/${path}?date=${day}`, admin);
      attack.check(status === 400, `${path} of ${day}: ${status}`);
    }
    for (const page of ["vendas?de=", "caixa?dia=", "orders?de=", "day?date="]) {
      const { status } = await send(attack, `/admin/${page}${day}`, admin);
      attack.check(status < 400, `/admin/${page}${day}: ${status}`);
    }
    await send(attack, `/admin/sales?de=${day}&ate=${day}`, admin);
    await send(attack, `/admin/day/${day}/labels`, admin);
  }
}

/** Answers of the login, and other spellings of an address, that would say who has an account or open a form. */
export async function attackAccounts(attack: Attack): Promise<void> {
  const email = `membro.${randomUUID()}@pomar.example`;
  const Cookie = await enterAs(attack, "consulta", email);
  const answers = new Set<string>();
  for (const address of [email, "ninguem@pomar.example", login.email]) {
    const wrong = json({ email: address, password: "errada-de-todo" });
    const { status, text } = await send(attack, "/api/auth/login", wrong);
    const { type, title } = JSON.parse(text) as { type: string; title: string };
    answers.add(`${status} ${type} ${title}`);
  }
  attack.check(answers.size === 1, `the login answers ${[...answers].join(", ")}`);
  for (const path of ["new", "new/", "new//", "NEW", "ne%77", "new.data", "NEW.data"]) {
    const { status, text, headers } = await send(attack, `/admin/orders/${path}`, {
      headers: { Cookie },
    });
    const target = headers.get("Location") ?? text;
    const isKept = status !== 200 && target.includes("/admin/account/access");
    attack.check(isKept, `/admin/orders/${path} of a reader: ${status}`);
  }
}

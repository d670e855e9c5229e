import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import sharp from "sharp";
import { createOrderSource } from "#tests/load/orders.ts";
import { nearlyValid } from "#tests/support/hostile.ts";
import { type Attack, json, send } from "./context.ts";

type Order = { items: { quantity: number; price: number }[]; [field: string]: unknown };

/** Orders with changed prices, quantities, fields and types. An accepted one has the shop's own total. */
export async function attackOrders(attack: Attack): Promise<void> {
  const nextOrder = await createOrderSource(attack.shop.url);
  const post = (order: unknown, key: string = randomUUID()) =>
    send(attack, "/api/orders", json(order, { "Idempotency-Key": key }));
  const valid = () => JSON.parse(nextOrder().body) as Order;
  const changes: Record<string, (order: Order) => void> = {
    "lower price": ({ items: [first] }) => first && Object.assign(first, { price: 0.01 }),
    "negative quantity": ({ items: [first] }) => first && Object.assign(first, { quantity: -5 }),
    "fractional quantity": ({ items: [first] }) => first && Object.assign(first, { quantity: 0.5 }),
    "huge quantity": ({ items: [first] }) => first && Object.assign(first, { quantity: 1e9 }),
    "unknown product": ({ items: [first] }) =>
      first && Object.assign(first, { product_id: randomUUID() }),
    "own total": (order) => Object.assign(order, { valor_total: 0.01 }),
    "own status": (order) => Object.assign(order, { status: "entregue" }),
    "no items": (order) => Object.assign(order, { items: [] }),
  };
  for (const [name, change] of Object.entries(changes)) {
    const order = valid();
    change(order);
    const { status, text } = await post(order);
    attack.check(status >= 400, `order with ${name}: ${status} ${text.slice(0, 150)}`);
  }
  const key = randomUUID();
  await post(valid(), key);
  const reused = await post({ ...valid(), customer: { name: "Outra" } }, key);
  attack.check(reused.status >= 400, `a key with another order: ${reused.status}`);
  for (const order of fc.sample(nearlyValid(valid()), 300)) await post(order);
}

/** The same key, version or stock from many requests at once. */
export async function attackWithRaces(attack: Attack): Promise<void> {
  const nextOrder = await createOrderSource(attack.shop.url);
  const cookie = { Cookie: attack.cookie };
  const together = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, work));
  for (let round = 0; round < 10; round += 1) {
    const order = JSON.parse(nextOrder().body) as Order;
    const key = randomUUID();
    const sent = await together(() =>
      send(attack, "/api/orders", json(order, { "Idempotency-Key": key })),
    );
    const ids = new Set(
      sent.flatMap(({ status, text }) => (status < 300 ? [JSON.parse(text).id as string] : [])),
    );
    attack.check(ids.size === 1, `one key, ${ids.size} orders`);
    const [id] = ids;
    const current = await send(attack, `/api/orders/${id}`, { headers: cookie });
    const { version } = JSON.parse(current.text) as { version: number };
    const changed = await together(() =>
      send(attack, `/api/orders/${id}`, {
        ...json({ status: "confirmado", version }, cookie),
        method: "PATCH",
      }),
    );
    const saved = changed.filter(({ status }) => status === 200).length;
    attack.check(saved === 1, `one version, ${saved} saves`);
  }
}

/** Files that are not pictures, or are more than a picture. */
export async function attackUploads(attack: Attack): Promise<void> {
  const png = await sharp({
    create: { width: 8, height: 8, channels: 3, background: "red" },
  })
    .png()
    .toBuffer();
  const script = Buffer.from(
    "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
  );
  const enormous = Buffer.from(png);
  enormous.writeUInt32BE(1, 16);
  enormous.writeUInt32BE(23_000_000, 20);
  const files: [name: string, type: string, bytes: Buffer, isPicture?: boolean][] = [
    ["page.html", "image/png", Buffer.from("<script>alert(1)</script>")],
    ["drawing.svg", "image/svg+xml", script],
    ["drawing.png", "image/png", script],
    ["empty.png", "image/png", Buffer.alloc(0)],
    ["cut.png", "image/png", png.subarray(0, 40)],
    ["enormous.png", "image/png", enormous],
    [
      "noise.jpg",
      "image/jpeg",
      Buffer.from(Array.from({ length: 5000 }, () => attack.random.next() * 256)),
    ],
    ["../../../escape.png", "image/png", png, true],
    ["polyglot.png", "image/png", Buffer.concat([png, script]), true],
  ];
  for (const [name, type, bytes, isPicture = false] of files) {
    const body = new FormData();
    body.append("file", new File([new Uint8Array(bytes)], name, { type }));
    const startedAt = performance.now();
    const { status, text } = await send(attack, "/api/uploads/site-assets", {
      method: "POST",
      headers: { Cookie: attack.cookie },
      body,
    });
    attack.check(performance.now() - startedAt < 5000, `${name} took more than five seconds`);
    if (!isPicture) attack.check(status >= 400, `${name}: ${status}`);
    if (status !== 201) continue;
    const stored = await send(attack, (JSON.parse(text) as { url: string }).url);
    attack.check(!stored.text.includes("<script>"), `${name} is served with its script`);
    attack.check(
      /^image\//.test(stored.headers.get("Content-Type") ?? ""),
      `${name} is not an image`,
    );
  }
}

/** Product files that are expensive to read. The process answers other requests meanwhile. */
export async function attackImports(attack: Attack): Promise<void> {
  const rows = (count: number, row: string) => `${row}\n`.repeat(count);
  const files: Record<string, string> = {
    "200,000 columns and 1,000 rows": `slug${";".repeat(200_000)}\n${rows(1000, "a")}`,
    "9.9 million cells in a row": `slug\n${";".repeat(9_900_000)}`,
    "10,000 rows of 900 cells": `slug\n${rows(10_000, "a".padEnd(900, ";"))}`,
    "an open quote": `slug\n"a\n${rows(1_000_000, "b;c")}`,
    "millions of quotes": `slug\n${'"a'.repeat(4_900_000)}`,
    "rows of quotes": `slug\n${rows(300, '""'.repeat(16_000))}`,
    "rows longer than a piece": `slug\n${rows(250, `"${"b".repeat(39_000)}"`)}`,
  };
  for (const [name, text] of Object.entries(files)) {
    const body = new FormData();
    body.append("file", new File([text], "produtos.csv", { type: "text/csv" }));
    const sending = { isDone: false };
    const sent = send(attack, "/api/products/import?dry_run=1", {
      method: "POST",
      headers: { Cookie: attack.cookie },
      body,
    }).finally(() => {
      sending.isDone = true;
    });
    let longestMs = 0;
    while (!sending.isDone) {
      const startedAt = performance.now();
      await send(attack, "/api/health/live");
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      await delay(5);
    }
    const { status } = await sent;
    attack.check(longestMs < 1000, `file of ${name}: no answer for ${Math.round(longestMs)} ms`);
    attack.check(status === 200 || status === 400, `file of ${name}: ${status}`);
  }
}

/** Orders with another person's address and the sender's advertisement in each text. */
export async function attackMail(attack: Attack): Promise<void> {
  const nextOrder = await createOrderSource(attack.shop.url);
  const victim = `vitima${attack.random.next()}@example.com`;
  const numbers: number[] = [];
  for (let sent = 0; sent < 12; sent += 1) {
    const order = JSON.parse(nextOrder().body) as Order & { customer: object };
    const texts = { street: "", neighborhood: "", city: "", complement: "", note: "", name: "" };
    for (const field of Object.keys(texts)) Object.assign(texts, { [field]: "premio evil。com" });
    Object.assign(order.customer, texts, {
      email: sent % 2 === 0 ? victim : victim.replace("@", `+${sent}@`),
    });
    const headers = { "Idempotency-Key": randomUUID() };
    const { status, text } = await send(attack, "/api/orders", json(order, headers));
    attack.check(status === 201, `order with an advertisement: ${status} ${text.slice(0, 150)}`);
    numbers.push((JSON.parse(text) as { numero_pedido: number }).numero_pedido);
  }
  const mails = await readMails(attack, numbers.at(-1) ?? 0);
  const toVictim = mails.filter((mail) => /^To: vitima/m.test(mail));
  attack.check(toVictim.length <= 5, `${toVictim.length} mails to one mailbox`);
  attack.check(toVictim.length > 0, "no mail to a new customer");
  attack.check(
    !toVictim.some((mail) => /evil|premio/.test(mail)),
    "text typed by the visitor was sent",
  );
}

/** Confirmations wait for two seconds, so that a suppressed one is not sent. */
const confirmationMs = 10_000;

/** The mails in the outbox some time after the shop's mail about order `last`, with decoded bodies. */
async function readMails({ shop }: Attack, last: number): Promise<string[]> {
  const outbox = join(shop.dataDir, "outbox");
  let deadline = performance.now() + 60_000;
  let isLastSent = false;
  for (;;) {
    // A mail that is being written has another ending.
    const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith(".eml"));
    const mails = await Promise.all(files.map((file) => readFile(join(outbox, file), "utf8")));
    const decoded = mails.map((mail) =>
      mail
        .replaceAll("=\r\n", "")
        .replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
          Buffer.from(bytes.replaceAll("=", ""), "hex").toString(),
        ),
    );
    if (performance.now() > deadline) {
      if (isLastSent) return decoded;
      throw new Error("the mails were not written within a minute");
    }
    if (!isLastSent && decoded.some((mail) => mail.includes(`Pedido nº ${last},`))) {
      isLastSent = true;
      deadline = performance.now() + confirmationMs;
    }
    await delay(250);
  }
}

/** Kills the shop while orders are sent; each acknowledged order must exist once afterwards. */
export async function attackWithKills(attack: Attack, restart: () => Promise<void>): Promise<void> {
  const nextOrder = await createOrderSource(attack.shop.url);
  const deadline = performance.now() + attack.durationMs;
  const acknowledged = new Map<string, string>();
  for (let round = 0; round < 10 && performance.now() < deadline; round += 1) {
    const orders = Array.from({ length: 30 }, nextOrder);
    const sending = orders.map(async ({ headers, body }): Promise<void> => {
      const response = await fetch(`${attack.shop.url}/api/orders`, {
        method: "POST",
        headers,
        body,
      });
      if (response.ok) {
        const { id } = (await response.json()) as { id: string };
        acknowledged.set(headers["idempotency-key"], id);
      }
    });
    const settled = Promise.allSettled(sending);
    await delay(attack.random.next() * 150);
    await restart();
    await settled;
    for (const { headers, body } of orders) {
      const { status, text } = await send(attack, "/api/orders", { method: "POST", headers, body });
      const first = acknowledged.get(headers["idempotency-key"]);
      const isSame = first === undefined || (JSON.parse(text) as { id?: string }).id === first;
      attack.check(status < 300 && isSame, `order after a kill: ${status} ${text.slice(0, 100)}`);
    }
  }
}

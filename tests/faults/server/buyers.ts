import { setTimeout as delay } from "node:timers/promises";
import { orderSource } from "#tests/load/orders.ts";
import type { Random } from "../random.ts";
import type { Gate } from "./gate.ts";
import type { History, SentOrder } from "./history.ts";
import { anyOf, ask } from "./request.ts";
import type { Site } from "./site.ts";

const atOnce = 16;
const replayed = 0.1;
const longestPause = 500;

type Shopping = { site: Site; history: History; random: Random; orders: number; gate: Gate };

/**
 * Sixteen buyers send orders with keys. What gets no clear answer is sent again, with the same key, until it does; one
 * in ten is sent once more although it was acknowledged.
 */
export async function shop({ site, history, random, orders, gate }: Shopping): Promise<void> {
  const nextOrder = await orderSource(site.addresses()[0] ?? "");
  let left = orders;
  async function buy(): Promise<void> {
    while (left > 0) {
      left -= 1;
      await gate.pass();
      const { headers, body } = nextOrder();
      const order = { key: headers["idempotency-key"], body, acknowledged: [] };
      history.orders.set(order.key, order);
      await send(order);
      if (random.next() < replayed) {
        history.note({ what: "replayed", key: order.key });
        await send(order);
      }
    }
  }

  async function send(order: SentOrder): Promise<void> {
    for (;;) {
      const url = await anyOf(site, random);
      history.note({ what: "sent", key: order.key });
      const answer = await ask(url, "/api/orders", {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": order.key },
        body: order.body,
      });
      if (answer?.status === 200 || answer?.status === 201) {
        return history.acknowledge(order, String(answer.body.id));
      }
      if (answer) throw new Error(`an order was refused: ${JSON.stringify(answer)}`);
      history.note({ what: "unclear", key: order.key });
      await delay(50 + random.next() * longestPause);
    }
  }

  await Promise.all(Array.from({ length: atOnce }, buy));
}

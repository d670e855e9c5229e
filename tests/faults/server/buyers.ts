import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "#demo/random.ts";
import { createOrderSource } from "#tests/load/orders.ts";
import type { Gate } from "./gate.ts";
import type { History, SentOrder } from "./history.ts";
import { pickAddress, sendRequest } from "./request.ts";
import type { Site } from "./site.ts";

const concurrentBuyers = 16;
const replayShare = 0.1;
const maxRetryPauseMs = 500;

type Options = { site: Site; history: History; random: Random; orders: number; gate: Gate };

/**
 * Concurrent buyers send orders with idempotency keys and retry with the same key until the order is acknowledged. One
 * order in ten is replayed after its acknowledgement.
 */
export async function placeOrders({ site, history, random, orders, gate }: Options): Promise<void> {
  const nextOrder = await createOrderSource(site.addresses()[0] ?? "");
  let left = orders;
  async function buy(): Promise<void> {
    while (left > 0) {
      left -= 1;
      await gate.pass();
      const { headers, body } = nextOrder();
      const order = { key: headers["idempotency-key"], body, acknowledged: [] };
      history.orders.set(order.key, order);
      await send(order);
      if (random.next() < replayShare) {
        history.note({ what: "replayed", key: order.key });
        await send(order);
      }
    }
  }

  async function send(order: SentOrder): Promise<void> {
    for (;;) {
      const url = await pickAddress(site, random);
      history.note({ what: "sent", key: order.key });
      const answer = await sendRequest(url, "/api/orders", {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": order.key },
        body: order.body,
      });
      if (answer?.status === 200 || answer?.status === 201) {
        return history.acknowledge(order, String(answer.body.id));
      }
      if (answer) throw new Error(`an order was rejected: ${JSON.stringify(answer)}`);
      history.note({ what: "unclear", key: order.key });
      await delay(50 + random.next() * maxRetryPauseMs);
    }
  }

  await Promise.all(Array.from({ length: concurrentBuyers }, buy));
}

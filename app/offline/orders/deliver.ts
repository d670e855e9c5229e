import { withLock } from "#app/client/tabs.ts";
import { type SendResult, sendOrder } from "./send-order.ts";
import {
  changeOrder,
  type KeptOrder,
  listOrders,
  readOrder,
  type WaitingOrder,
} from "./waiting-orders.ts";
import { waitAfter } from "./waits.ts";

const lockName = "pomar-orders";
/** Who saw that no answer came may press again, or change the order, before it is sent by itself. */
const visitorsTurn = 30_000;

/**
 * Runs `work` while no other tab and no worker sends orders. A browser without locks runs it at once: the order's key
 * then is what keeps it from being stored twice.
 */
export function alone<T>(work: () => Promise<T>): Promise<T> {
  return withLock(lockName, work);
}

type Delivery = {
  /** Somebody looks on and sees the answer. */
  byVisitor?: boolean;
  /** Whether to send the order as it is once its turn has come. */
  isDue?: (order: WaitingOrder) => boolean;
};

/** Sends one order and notes what came of it; undefined when there was nothing to send. */
export function deliver(
  key: string,
  { byVisitor = false, isDue = () => true }: Delivery = {},
): Promise<SendResult | undefined> {
  return alone(async () => {
    const order = await readOrder(key);
    if (order?.state === "acknowledged") {
      return { kind: "placed", number: order.number, total: order.total };
    }
    if (order?.state !== "waiting" || !isDue(order)) return undefined;
    const begun = { ...order, attempts: order.attempts + 1 };
    await note(order, begun);
    const result = await sendOrder(order.customer, order.items, key);
    const after = afterwards(begun, result, byVisitor);
    await note(order, after);
    return result;
  });
}

/** What cannot be noted (no room) changes nothing: the order waits on, and its key keeps it from being stored twice. */
async function note(sent: WaitingOrder, next: KeptOrder): Promise<void> {
  await changeOrder(sent.key, (current) => (isSame(current, sent) ? next : current)).catch(
    (error) => console.warn("what became of a kept order could not be noted", error),
  );
}

/** Sends whatever waits and is due, one after the other; resolves with how many still wait. */
export async function deliverWaiting(isDue: (order: WaitingOrder) => boolean): Promise<number> {
  for (const order of await listOrders()) {
    if (order.state === "waiting" && isDue(order)) await deliver(order.key, { isDue });
  }
  return (await listOrders()).filter(({ state }) => state === "waiting").length;
}

export function isTimeFor({ nextTryAt }: WaitingOrder): boolean {
  return nextTryAt <= Date.now();
}

/** The connection is back: no reason to wait on, unless the shop asked for it. */
export function mayGoNow(order: WaitingOrder): boolean {
  return !order.asked || isTimeFor(order);
}

/** Sent again with other contents meanwhile: then the answer is not about these. */
function isSame(current: KeptOrder | undefined, sent: WaitingOrder): boolean {
  return current?.state === "waiting" && current.revision === sent.revision;
}

/** The order as its answer leaves it. An acknowledged one loses who ordered it. */
export function afterwards(
  order: WaitingOrder,
  result: SendResult,
  byVisitor: boolean,
  now = Date.now(),
): KeptOrder {
  const { key, items, savedAt, customer, attempts } = order;
  const answered = { key, items, savedAt, at: now, byVisitor };
  switch (result.kind) {
    case "placed":
      return {
        ...answered,
        state: "acknowledged",
        number: result.number,
        total: result.total,
        settled: false,
      };
    case "busy":
      return { ...order, nextTryAt: now + result.wait * 1000, asked: true };
    case "unclear": {
      const wait = waitAfter(attempts, Math.random());
      const untilThen = byVisitor ? Math.max(wait, visitorsTurn) : wait;
      return { ...order, nextTryAt: now + untilThen, asked: false };
    }
    default:
      return { ...answered, state: "refused", customer, refusal: result };
  }
}

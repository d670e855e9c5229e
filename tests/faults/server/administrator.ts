import { setTimeout as delay } from "node:timers/promises";
import type { OrderItem } from "#app/domain/orders/schema.ts";
import type { Random } from "#demo/random.ts";
import { login } from "#tests/load/seller.ts";
import type { History } from "./history.ts";
import { pickAddress, sendRequest } from "./request.ts";
import type { Site } from "./site.ts";

const statuses = ["pendente", "confirmado", "entregue", "cancelado"] as const;
const requestPauseMs = 20;
/** The stock is large enough that no product sells out during the run. */
export const initialStock = 900_000;
/** A one-pixel PNG. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

type Options = { site: Site; history: History; random: Random };

/** Edits orders, changes their statuses and uploads pictures until stopped. */
export function createAdministrator({ site, history, random }: Options) {
  let cookie: string | undefined;

  async function signIn(): Promise<void> {
    const answer = await sendRequest(await pickAddress(site, random), "/api/auth/login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(login),
    });
    const cookies = answer?.status === 200 ? answer.headers.getSetCookie() : [];
    if (cookies.length > 0) cookie = cookies.map((line) => line.split(";", 1)[0]).join("; ");
  }

  async function request(path: string, init: RequestInit = {}) {
    if (!cookie) await signIn();
    if (!cookie) return undefined;
    const headers = { ...init.headers, Cookie: cookie };
    const answer = await sendRequest(await pickAddress(site, random), path, { ...init, headers });
    // The clock may have moved past the session's end.
    if (answer?.status === 401) cookie = undefined;
    return answer;
  }

  function patch(path: string, changes: object) {
    return request(path, {
      method: "PATCH",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(changes),
    });
  }

  async function changeOrder(): Promise<void> {
    const order = random.oneOf([...history.orders.values()]);
    const [id] = order?.acknowledged ?? [];
    if (!id) return;
    const current = await request(`/api/orders/${id}`);
    if (current?.status !== 200) return;
    const { version, itens } = current.body;
    const change = random.flip()
      ? { status: random.oneOf(statuses) }
      : editLines(itens as OrderItem[]);
    const answer = await patch(`/api/orders/${id}`, { ...change, version });
    history.note({
      what: answer ? "order changed" : "order change unclear",
      id,
      change: Object.keys(change).join(),
      code: answer?.status,
    });
  }

  /** Other quantities, and a discount below their total. */
  function editLines(itens: OrderItem[]) {
    const lines = itens.map(({ product_id, unit, price }) => {
      return { product_id, unit, price, quantity: 1 + Math.floor(random.next() * 9) };
    });
    return { itens: lines, discount: Math.floor(random.next() * 100) / 100, reason: "Conferência" };
  }

  async function upload(): Promise<void> {
    const body = new FormData();
    body.append("file", new File([pixel], "foto.png", { type: "image/png" }));
    const answer = await request("/api/uploads/product-images", { method: "POST", body });
    if (answer?.status === 201) history.pictures.push(String(answer.body.url));
    history.note({ what: answer?.status === 201 ? "uploaded" : "not uploaded" });
  }

  return {
    /** Raises every stock; no fault has been injected yet. */
    async raiseStocks(): Promise<void> {
      const answer = await sendRequest(await pickAddress(site, random), "/api/products");
      const products = (answer?.body.items ?? []) as { id: string; version: number }[];
      for (const { id, version } of products) {
        const saved = await patch(`/api/products/${id}`, { stock: initialStock, version });
        if (saved?.status !== 200) throw new Error(`stock not saved: ${JSON.stringify(saved)}`);
      }
    },
    /** Works until `signal` is aborted. */
    async work(signal: AbortSignal): Promise<void> {
      for (let round = 0; !signal.aborted; round += 1) {
        await (round % 10 === 9 ? upload() : changeOrder());
        await delay(requestPauseMs);
      }
    },
  };
}

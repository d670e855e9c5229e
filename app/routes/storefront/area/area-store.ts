import { atom } from "nanostores";
import { sendRequest } from "#app/client/api-request.ts";
import { explainProblem } from "#app/client/explain-problem.ts";
import { toast } from "#app/client/toast.ts";
import type { CustomerArea } from "#app/domain/customer-area/schema.ts";
import { isInArea, noteEntry } from "../my-orders/menu-item.tsx";

/**
 * The area of the customer who entered on this device, in the memory of this page only: the device stores nothing but that someone
 * has entered.
 */
export const $area = atom<CustomerArea | undefined>();

/** The latest request for the area; the answers of earlier ones are older than a change that was sent meanwhile. */
let latest: Promise<CustomerArea | undefined> | undefined;

/** Fetches the area; undefined when the device is in none, or in none any more. Rejects without connection. */
export function loadArea(): Promise<CustomerArea | undefined> {
  const load = fetchArea().then((area) => {
    if (load === latest) showArea(area);
    return area;
  });
  latest = load;
  return load;
}

async function fetchArea(): Promise<CustomerArea | undefined> {
  if (!isInArea() && !(await hasEntered())) return undefined;
  const response = await fetch("/api/customer");
  if (response.status === 401 || response.status === 404) return undefined;
  if (!response.ok) throw new Error(`the area was answered with ${response.status}`);
  return response.json();
}

/** Browsers may delete what a page has stored, and keep the cookie. */
async function hasEntered(): Promise<boolean> {
  const response = await fetch("/api/customer/session");
  return response.ok && (await response.json()).entered;
}

/** The area that was fetched last, else as the shop answers; undefined for a guest. */
export async function readArea(): Promise<CustomerArea | undefined> {
  return isInArea() ? ($area.get() ?? loadArea()) : undefined;
}

/** Sends a change of the area and fetches the area; false after a rejection, which is shown. */
export async function changeArea(...request: Parameters<typeof sendRequest>): Promise<boolean> {
  const answer = await sendRequest(...request);
  if (answer.ok) await loadArea().catch(() => {});
  else toast({ title: explainProblem(answer.problem), variant: "destructive" });
  return answer.ok;
}

export function forgetArea(): void {
  latest = undefined;
  showArea(undefined);
}

function showArea(area: CustomerArea | undefined): void {
  noteEntry(area !== undefined);
  $area.set(area);
}

import { atom } from "nanostores";
import type { CustomerArea } from "#app/domain/customer-area/schema.ts";
import { isInArea, noteEntry } from "../my-orders/menu-item.tsx";

/**
 * The area of the customer who entered on this device, in the memory of this page only: the device stores nothing but that someone
 * has entered.
 */
export const $area = atom<CustomerArea | undefined>();

let loading: Promise<CustomerArea | undefined> | undefined;

/** Reads the area again; undefined when the device is in none, or in none any more. Rejects without connection. */
export function loadArea(): Promise<CustomerArea | undefined> {
  loading ??= fetchArea().finally(() => {
    loading = undefined;
  });
  return loading;
}

async function fetchArea(): Promise<CustomerArea | undefined> {
  if (!isInArea() && !(await hasEntered())) return undefined;
  const response = await fetch("/api/customer");
  if (response.status === 401 || response.status === 404) {
    forgetArea();
    return undefined;
  }
  if (!response.ok) throw new Error(`the area was answered with ${response.status}`);
  const area: CustomerArea = await response.json();
  noteEntry(true);
  $area.set(area);
  return area;
}

/** Browsers may delete what a page has stored, and keep the cookie. */
async function hasEntered(): Promise<boolean> {
  const response = await fetch("/api/customer/session");
  return response.ok && (await response.json()).entered;
}

/** The area as it is known, else as the shop answers; undefined for a guest. */
export async function readArea(): Promise<CustomerArea | undefined> {
  return isInArea() ? ($area.get() ?? loadArea()) : undefined;
}

export function forgetArea(): void {
  noteEntry(false);
  $area.set(undefined);
}

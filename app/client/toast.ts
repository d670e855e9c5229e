import { atom } from "nanostores";

/** Notices to the user, shown by `Toasts`. */

export type Toast = {
  id: string;
  title: string;
  description?: string;
  look: "success" | "info" | "warning" | "destructive";
  /** Shown until it is closed or replaced; others disappear after five seconds. */
  persistent: boolean;
};

export const toastLifetimeMs = 5000;
const maxToasts = 5;

export const $toasts = atom<readonly Toast[]>([]);
let lastNumber = 0;

/** Shows a notice and returns its id. It replaces a shown notice with the same id. The default `look` is "success". */
export function toast(notice: Partial<Toast> & { title: string }): string {
  const id = notice.id ?? `toast-${++lastNumber}`;
  const added: Toast = { look: "success", persistent: false, ...notice, id };
  $toasts.set(limitToasts([...$toasts.get().filter((other) => other.id !== id), added]));
  return id;
}

/** Removes the oldest notices, persistent ones last. */
function limitToasts(notices: readonly Toast[]): readonly Toast[] {
  if (notices.length <= maxToasts) return notices;
  const removed = notices.findIndex((notice) => !notice.persistent);
  return limitToasts(notices.filter((_, index) => index !== Math.max(removed, 0)));
}

export function dismissToast(id: string): void {
  $toasts.set($toasts.get().filter((other) => other.id !== id));
}

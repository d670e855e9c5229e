/** Notices to the visitor, as a list anyone may add to; `Toasts` shows it. */

export type Toast = {
  id: string;
  title: string;
  description?: string;
  look: "success" | "info" | "warning" | "destructive";
  /** Stays until it is closed or replaced; others vanish after five seconds. */
  persistent: boolean;
};

export const toastLifetime = 5000;
const mostKept = 5;

let toasts: readonly Toast[] = [];
let lastNumber = 0;
const listeners = new Set<() => void>();

/**
 * Shows a notice and returns its id. One with the id of a notice on screen takes its place.
 * `look` is "success" unless said otherwise.
 */
export function toast(notice: Partial<Toast> & { title: string }): string {
  const id = notice.id ?? `toast-${++lastNumber}`;
  const added: Toast = { look: "success", persistent: false, ...notice, id };
  publish(atMost(mostKept, [...toasts.filter((other) => other.id !== id), added]));
  return id;
}

/** What has to make room first is the oldest of those that would vanish anyway. */
function atMost(count: number, notices: readonly Toast[]): readonly Toast[] {
  if (notices.length <= count) return notices;
  const leaving = notices.findIndex((notice) => !notice.persistent);
  return atMost(
    count,
    notices.filter((_, index) => index !== Math.max(leaving, 0)),
  );
}

export function dismissToast(id: string): void {
  publish(toasts.filter((other) => other.id !== id));
}

export function readToasts(): readonly Toast[] {
  return toasts;
}

export function watchToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function publish(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

import { atom } from "nanostores";

/** Notices to the user, shown by `Toasts`. */

export type Toast = {
  id: string;
  title: string;
  description?: string;
  /** A page that the notice leads to. */
  link?: { to: string; label: string };
  /** Offered as 'Desfazer', or by another label. */
  undo?: () => void;
  undoLabel?: string;
  variant: "success" | "info" | "warning" | "destructive";
  /** Shown until it is closed or replaced; others disappear after five seconds. */
  persistent: boolean;
};

/** The notice about a lost connection. */
export const connectionNoticeId = "connection";
export const toastLifetimeMs = 5000;
export const maxToasts = 5;

export const $toasts = atom<readonly Toast[]>([]);
let lastNumber = 0;

export type Notice = Partial<Toast> & { title: string };

/**
 * Shows a notice and returns its id. It replaces a shown notice with the same id or the same text. The default `variant` is
 * "success".
 */
export function toast(notice: Notice): string {
  const id = notice.id ?? `toast-${++lastNumber}`;
  const added: Toast = { variant: "success", persistent: false, ...notice, id };
  const others = $toasts.get().filter((other) => other.id !== id && !hasSameText(other, added));
  $toasts.set(limitToasts([...others, added]));
  return id;
}

function hasSameText(one: Toast, other: Toast): boolean {
  return one.title === other.title && one.description === other.description;
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

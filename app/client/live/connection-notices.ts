import { dismissToast, toast } from "../toast.ts";

const lost = {
  id: "connection",
  title: "Conexão perdida",
  description:
    "Trabalhando offline. Alterações serão sincronizadas quando a conexão for restaurada.",
  look: "warning",
  persistent: true,
} as const;

const restored = {
  id: "connection",
  title: "Conexão restaurada",
  description: "Sincronização em tempo real ativa novamente.",
} as const;

const syncFailed = {
  id: "synchronization",
  title: "Erro de sincronização",
  description: "Falha ao sincronizar dados. Verifique sua conexão.",
  look: "destructive",
  persistent: true,
} as const;

/**
 * The spec's three notices of the connection, one at a time. One that was closed by hand does not come back for the same
 * trouble.
 */
export function createConnectionNotices() {
  const failing = new Set<"poll" | "stream">();
  let isLost = false;

  return {
    /** The device has no connection. */
    lost(): void {
      isLost = true;
      failing.clear();
      dismissToast(syncFailed.id);
      toast(lost);
    },
    /** There is one, but the shop cannot be reached by this way. */
    failed(way: "poll" | "stream"): void {
      if (failing.size === 0) {
        if (isLost) dismissToast(lost.id);
        toast(syncFailed);
      }
      failing.add(way);
    },
    /** The shop can be reached by this way. */
    well(way: "poll" | "stream"): void {
      if (failing.delete(way) && failing.size === 0) dismissToast(syncFailed.id);
      if (!isLost) return;
      isLost = false;
      toast(restored);
    },
  };
}

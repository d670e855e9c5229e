import { dismissToast, toast } from "./toast.ts";

const pollEvery = 30_000;
const longestAnswer = 10_000;

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
 * Tells the visitor when the connection goes and comes, and asks the shop every 30 s, while the page is seen, whether
 * it is well. `onReturn` runs once the shop answers again after silence. Returns how to stop.
 */
export function watchConnectivity(onReturn: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let silent = !navigator.onLine;
  let lastAsked = Date.now();

  async function ask() {
    lastAsked = Date.now();
    const healthy = await isHealthy(signal);
    if (signal.aborted || !navigator.onLine) return;
    if (!healthy) {
      silent = true;
      toast(syncFailed);
      return;
    }
    dismissToast(syncFailed.id);
    if (silent) onReturn();
    silent = false;
  }

  function askIfSeen() {
    if (document.visibilityState === "visible" && navigator.onLine) void ask();
  }

  function askIfOverdue() {
    if (Date.now() - lastAsked >= pollEvery) askIfSeen();
  }

  function onOffline() {
    silent = true;
    toast(lost);
  }

  function onOnline() {
    toast(restored);
    void ask();
  }

  if (!navigator.onLine) onOffline();
  addEventListener("offline", onOffline, { signal });
  addEventListener("online", onOnline, { signal });
  document.addEventListener("visibilitychange", askIfOverdue, { signal });
  const timer = setInterval(askIfSeen, pollEvery);
  return () => {
    clearInterval(timer);
    ending.abort();
  };
}

async function isHealthy(ending: AbortSignal): Promise<boolean> {
  try {
    const signal = AbortSignal.any([ending, AbortSignal.timeout(longestAnswer)]);
    const answer = await fetch("/api/health", { cache: "no-store", signal });
    return answer.ok;
  } catch {
    return false;
  }
}

import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "react-router";
import { onMissedChanges, subscribeToChanges, tablesChangedWithin } from "#app/client/changes.ts";
import { createRefetchQueue, useRefetch } from "#app/client/refetch.ts";
import { tabId, withFreeLock } from "#app/client/tabs.ts";
import { dismissToast, maxToasts, type Toast, toast, toastLifetimeMs } from "#app/client/toast.ts";
import { useStore } from "#app/client/use-store.ts";
import { customerAuthor } from "#app/domain/orders/links/rules.ts";
import { soundSwitch } from "#app/routes/admin/kit/device-switch.ts";
import { SwitchField } from "#app/routes/admin/kit/fields/fields.tsx";
import { readSession } from "#app/routes/admin/kit/session/session-store.ts";
import { screenShows } from "#app/routes/admin/screens.ts";
import type { RowChange } from "#app/shared/changes.ts";
import { cancelledStatus } from "#app/shared/order-status.ts";

/** The spec's realtime notices (point 8): for one row, and for many rows of a kind in a burst. */
type Kind = {
  title: string;
  describe?: (change: RowChange) => string | undefined;
  many?: { title: string; describe: (count: number) => string; link?: Toast["link"] };
  linkOf?: (change: RowChange) => Toast["link"];
  variant?: Toast["variant"];
};

const last6 = ({ id }: RowChange) => `#${id.slice(-6)}`;

const kinds: Record<string, Kind> = {
  "products INSERT": {
    title: "Produto adicionado",
    describe: ({ title }) => title,
    many: { title: "Produtos adicionados", describe: (count) => `${count} produtos novos.` },
  },
  "products UPDATE": {
    title: "Produto atualizado",
    describe: ({ title }) => title,
    many: { title: "Produtos atualizados", describe: (count) => `${count} produtos mudaram.` },
  },
  "products DELETE": {
    title: "Produto removido",
    describe: ({ title }) => title,
    many: { title: "Produtos removidos", describe: (count) => `${count} produtos a menos.` },
    variant: "destructive",
  },
  "settings UPDATE": { title: "Configurações atualizadas" },
  "orders INSERT": {
    title: "Novo pedido",
    describe: (order) => `Pedido ${last6(order)} foi criado.`,
    linkOf: ({ id }) => ({ to: `/admin/orders?pedido=${id}`, label: "Abrir pedido" }),
    many: {
      title: "Novos pedidos",
      describe: (count) => `${count} pedidos foram criados.`,
      link: { to: "/admin/orders?status=pendente", label: "Ver pedidos" },
    },
  },
  "orders UPDATE": {
    title: "Pedido atualizado",
    describe: (order) => `Status do pedido ${last6(order)} foi alterado.`,
    many: {
      title: "Pedidos atualizados",
      describe: (count) => `O status de ${count} pedidos foi alterado.`,
    },
  },
};

const changedByCustomer: Kind = {
  title: "O cliente mudou o pedido",
  describe: (order) => `Pedido ${last6(order)}: veja antes de separar.`,
  linkOf: ({ id }) => ({ to: `/admin/orders?pedido=${id}`, label: "Abrir pedido" }),
};

const reminder: Kind = {
  title: "Pedido esperando",
  describe: (order) => `Pedido ${last6(order)} ainda não foi aberto.`,
  linkOf: ({ id }) => ({ to: `/admin/orders?pedido=${id}`, label: "Abrir pedido" }),
};

function kindOf(change: RowChange): { name: string; kind: Kind | undefined } {
  if (change.reminder) return { name: "reminder", kind: reminder };
  const name = `${change.table} ${change.operation}`;
  const isByCustomer = name === "orders UPDATE" && change.by === customerAuthor;
  if (isByCustomer && change.status !== cancelledStatus) {
    return { name: "changed", kind: changedByCustomer };
  }
  return { name, kind: kinds[name] };
}

/** More rows of a kind than this share one notice: as many notices as are kept. */
const maxSingleNotices = maxToasts;

type NoticeBoard = {
  show: (notice: Partial<Toast> & { title: string }) => void;
  dismiss: (id: string) => void;
};

/** Shows one notice per row however often it changes, and one per kind while a burst of changes lasts. */
export function createChangeNotifier({ show, dismiss }: NoticeBoard, now: () => number = Date.now) {
  const bursts = new Map<string, { rows: Set<string>; last: number }>();

  function burstOf(name: string): Set<string> {
    const burst = bursts.get(name);
    const rows = burst && now() - burst.last < toastLifetimeMs ? burst.rows : new Set<string>();
    bursts.set(name, { rows, last: now() });
    return rows;
  }

  return function notify(change: RowChange): void {
    const { name, kind } = kindOf(change);
    if (!kind || (change.quiet && !change.reminder)) return;
    const { title, describe, many, linkOf, variant = "info" } = kind;
    const rows = burstOf(name);
    rows.add(change.id);
    if (!many || rows.size <= maxSingleNotices) {
      const link = linkOf?.(change);
      show({ id: `${name} ${change.id}`, title, description: describe?.(change), link, variant });
      return;
    }
    for (const id of rows) dismiss(`${name} ${id}`);
    const { title: manyTitle, describe: describeMany, link } = many;
    show({ id: name, title: manyTitle, description: describeMany(rows.size), link, variant });
  };
}

const minPauseMs = 3000;
/** Other tabs receive the same order within this time. */
const lockTimeMs = 5000;

let context: AudioContext | undefined;
let lastSoundAt = Number.NEGATIVE_INFINITY;

/** Browsers allow sound only during a click or a key press, so it is tried at each one. Returns a function that stops it. */
function unlockSound(): () => void {
  const listening = new AbortController();
  async function unlock() {
    context ??= new AudioContext();
    await context.resume();
    if (context.state === "running") listening.abort();
  }
  for (const event of ["click", "keydown"]) {
    addEventListener(event, unlock, { capture: true, signal: listening.signal });
  }
  if (navigator.userActivation?.hasBeenActive) void unlock();
  return () => listening.abort();
}

/** Plays the sound for a new order in one of the open tabs. */
function playOrderSound(orderId: string): void {
  if (!soundSwitch.$isOn.get() || context?.state !== "running") return;
  if (performance.now() - lastSoundAt < minPauseMs) return;
  lastSoundAt = performance.now();
  void withFreeLock(`pomar:sound ${orderId}`, async () => {
    playChime();
    await new Promise((resolve) => setTimeout(resolve, lockTimeMs));
  });
}

/** Two soft tones, half a second. */
function playChime(): void {
  if (context?.state !== "running") return;
  const { destination, currentTime: now } = context;
  for (const [start, frequency] of [
    [now, 659.25],
    [now + 0.16, 987.77],
  ] as const) {
    const tone = new OscillatorNode(context, { frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.22, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.38);
    tone.connect(volume).connect(destination);
    tone.start(start);
    tone.stop(start + 0.4);
  }
}

/** The switch for the sound of new orders; switching it on plays the sound. */
export function SoundSwitch() {
  const isOn = useStore(soundSwitch.$isOn);
  return (
    <SwitchField
      label={
        <span className="flex items-center gap-2 leading-tight">
          <span className="icon-[lucide--bell-ring] size-5 shrink-0" aria-hidden />
          <span className="max-sm:sr-only">Som de novo pedido</span>
        </span>
      }
      checked={isOn}
      onChange={({ currentTarget: { checked } }) => {
        soundSwitch.set(checked);
        if (checked) playChime();
      }}
    />
  );
}

const notify = createChangeNotifier({ show: toast, dismiss: dismissToast });
/** A navigation that takes longer is rare enough to show older data until the next change. */
const navigationTimeoutMs = 10_000;
/** Orders whose arrival was shown. */
const notifiedOrders = new Set<string>();

/** Refetches the screen and shows a notice when something was changed outside this tab. */
export function useLiveUpdates(unopened: readonly string[]): void {
  const refetchScreen = useRefetch();
  const location = useLocation();
  const refetch = useEffectEvent(async () => {
    // A page with unsaved changes can outlive its session; then there is nothing to fetch.
    return !readSession() || (await refetchScreen());
  });
  const requestRefetch = useRef<() => void>(undefined);
  const isShown = useEffectEvent(({ table }: RowChange) => screenShows(location, table));
  useEffect(() => {
    const controller = new AbortController();
    const request = createRefetchQueue(refetch, controller.signal);
    requestRefetch.current = request;
    const stops = [
      () => controller.abort(),
      onMissedChanges(request),
      subscribeToChanges((changes, isNoticedHere) => {
        const others = changes.filter(({ tab }) => tab !== tabId);
        for (const change of others) notifyOnce(change, isNoticedHere);
        const reminder = others.find((change) => change.reminder);
        if (reminder) playOrderSound(reminder.id);
        if (others.some(isShown)) request();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  // A change received during a navigation may be newer than the data that the navigation fetched.
  const refetchIfStale = useEffectEvent((_location: string) => {
    const changed = tablesChangedWithin(navigationTimeoutMs);
    if (changed.some((table) => screenShows(location, table))) requestRefetch.current?.();
  });
  useEffect(() => refetchIfStale(location.key), [location.key]);
  useEffect(unlockSound, []);
  useNewOrders(unopened);
}

/** A new order arrives by the stream and by the refetched list; the first of them shows the notice, here or in another tab. */
function notifyOnce(change: RowChange, isNoticedHere = true): void {
  if (change.table === "orders" && change.operation === "INSERT") {
    if (notifiedOrders.has(change.id)) return;
    notifiedOrders.add(change.id);
  }
  if (isNoticedHere) notify(change);
}

/** Notices and sound for orders that the previous fetch did not contain, including those placed while offline. */
function useNewOrders(unopened: readonly string[]): void {
  const known = useRef(new Set(unopened));
  useEffect(() => {
    const arrived = unopened.filter((id) => !known.current.has(id));
    for (const id of arrived) {
      known.current.add(id);
      notifyOnce({ table: "orders", operation: "INSERT", id });
    }
    const [newest] = arrived;
    if (newest) playOrderSound(newest);
  }, [unopened]);
}

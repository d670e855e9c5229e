import { openChannel, tabId } from "./tabs.ts";

/** An event of the stream, as the server sends it, or 'failure' with how often it failed in a row. */
type StreamEvent = { name: string; data: string };

type Message =
  | { kind: "join" | "focus" | "leave"; tab: string }
  /** `to`: the tab that has joined; without it all. `noticedBy`: the tab that shows notices. */
  | { kind: "event"; event: StreamEvent; noticedBy: string; to?: string };

type SharedStreamOptions = {
  /** Tabs with the same name share a stream. */
  name: string;
  /** This tab has the stream from now on, and opens it. */
  onLead(): void;
  /** Another tab has the stream, or none needs it: this one closes it. */
  onEnd(): void;
  /** The tab that has the stream received an event. `isNoticedHere`: this tab shows notices about it. */
  onEvent(event: StreamEvent, isNoticedHere: boolean): void;
  /** Another tab has joined the stream of this one: the event that tells it the state. */
  describe(): StreamEvent;
};

/** A tab that passes nothing on for longer than this is suspended. The server sends a beat every 20 s. */
const maxSilenceMs = 60_000;
/** The same after joining, which the tab with the stream answers at once. */
const maxAnswerMs = 5_000;
/** Random, so that not all tabs take the stream over at once. */
const maxExtraMs = 2_000;

/**
 * One tab of this browser has the stream, under a lock, and passes its events on to the others: HTTP/1.1 gives a site six connections,
 * which six tabs with a stream each would use up. When the tab leaves or ends, the next one takes over, and when it is silent, one that
 * waits takes the lock away. Without locks or channels (plain http, blocked site data) every tab has its own stream.
 */
export function shareStream(options: SharedStreamOptions) {
  const { name, onLead, onEnd, onEvent, describe } = options;
  let channel: BroadcastChannel | undefined;
  let joined: AbortController | undefined;
  let isLeading = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The tab in which the user was last. */
  let focused: string | undefined;

  const send = (message: Message) => channel?.postMessage(message);
  const noticedBy = () => focused ?? tabId;
  const lock = createLeaderLock(name, lead, () => {
    end();
    watchSilence(maxSilenceMs);
  });

  function join(): void {
    if (joined) return;
    joined = new AbortController();
    channel = navigator.locks && openChannel(name);
    if (!channel) {
      lead();
      return;
    }
    channel.addEventListener("message", ({ data }) => receive(data));
    addEventListener("focus", noteFocus, { signal: joined.signal });
    if (document.hasFocus()) noteFocus();
    send({ kind: "join", tab: tabId });
    watchSilence(maxAnswerMs);
    lock.request();
  }

  function leave(): void {
    if (!joined) return;
    joined.abort();
    joined = undefined;
    send({ kind: "leave", tab: tabId });
    channel?.close();
    channel = undefined;
    end();
    lock.release();
  }

  function lead(): void {
    clearTimeout(timer);
    isLeading = true;
    onLead();
  }

  function end(): void {
    clearTimeout(timer);
    isLeading = false;
    onEnd();
  }

  function receive(message: Message): void {
    if (message.kind === "focus") focused = message.tab;
    else if (message.kind === "leave") focused = focused === message.tab ? undefined : focused;
    else if (message.kind === "event") follow(message);
    else if (isLeading)
      send({ kind: "event", event: describe(), noticedBy: noticedBy(), to: message.tab });
  }

  function follow({ event, to, noticedBy }: Extract<Message, { kind: "event" }>): void {
    if (isLeading) return;
    watchSilence(maxSilenceMs);
    if (to === undefined || to === tabId) onEvent(event, noticedBy === tabId);
  }

  function noteFocus(): void {
    focused = tabId;
    send({ kind: "focus", tab: tabId });
  }

  function watchSilence(silenceMs: number): void {
    clearTimeout(timer);
    const takeOver = () => {
      if (navigator.onLine) lock.steal();
      else watchSilence(maxSilenceMs);
    };
    timer = setTimeout(takeOver, silenceMs + Math.random() * maxExtraMs);
  }

  return {
    join,
    leave,
    isLeading: () => isLeading,
    /** Passes an event to the other tabs. Returns whether this tab shows notices about it. */
    pass(event: StreamEvent): boolean {
      send({ kind: "event", event, noticedBy: noticedBy() });
      return noticedBy() === tabId;
    },
  };
}

/** The lock of the tab that has the stream. `onGranted` also when the browser denies locks, `onLost` when another tab took it away. */
function createLeaderLock(name: string, onGranted: () => void, onLost: () => void) {
  let waiting = new AbortController();
  let free = () => {};

  function release(): void {
    waiting.abort();
    free();
  }

  async function request(isStolen = false): Promise<void> {
    release();
    waiting = new AbortController();
    const { signal } = waiting;
    let isHeld = false;
    const hold = () =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        isHeld = true;
        free = resolve;
        onGranted();
      });
    try {
      await navigator.locks.request(name, isStolen ? { steal: true } : { signal }, hold);
    } catch {
      if (signal.aborted) return;
      if (!isHeld) return onGranted();
      onLost();
      await request();
    }
  }

  return {
    request: () => void request(),
    steal: () => void request(true),
    release,
  };
}

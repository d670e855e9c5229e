/**
 * Coordination between the tabs of this browser and its service worker. Locks and channels are missing over plain http and
 * throw a SecurityError where the visitor blocks site data: then each tab acts alone.
 */

/** Identifies this tab, also in the change stream, which then ignores its own saves. */
export const tabId = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) =>
  part.toString(36),
).join("-");

/** Runs `work` while no other tab and no worker runs under the same name. */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return requestLock(name, {}, work);
}

/** Runs `work` unless another tab or the worker holds the lock. */
export function withFreeLock(name: string, work: () => Promise<void>): Promise<void> {
  return requestLock(name, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work();
  });
}

async function requestLock<T>(
  name: string,
  options: LockOptions,
  work: (lock?: Lock | null) => Promise<T>,
): Promise<T> {
  let hasStarted = false;
  const start = (lock: Lock | null) => {
    hasStarted = true;
    return work(lock);
  };
  try {
    return await navigator.locks.request(name, options, start);
  } catch (error) {
    if (hasStarted) throw error;
    return work();
  }
}

/** Where channels are denied, messages stay in this tab. */
const ownTab = new EventTarget();

/** Sends a message without content to this tab, the others and the worker. */
export function notifyTabs(channelName: string): void {
  const channel = openChannel(channelName);
  if (!channel) ownTab.dispatchEvent(new Event(channelName));
  channel?.postMessage(null);
  channel?.close();
}

/** Calls `listener` at each message. Returns how to stop. */
export function watchTabs(channelName: string, listener: () => void): () => void {
  const channel = openChannel(channelName);
  if (channel) {
    channel.addEventListener("message", listener);
    return () => channel.close();
  }
  ownTab.addEventListener(channelName, listener);
  return () => ownTab.removeEventListener(channelName, listener);
}

/** Undefined where channels are denied. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/**
 * Coordination between the tabs of this browser and its service worker. Locks and channels are missing over plain http and
 * throw a SecurityError where the visitor blocks site data: then each tab acts alone.
 */

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

/** Sends a message without content to the other tabs and the worker. */
export function notifyTabs(channelName: string): void {
  const channel = openChannel(channelName);
  channel?.postMessage(null);
  channel?.close();
}

/** Calls `listener` at each message of another tab or the worker. Returns how to stop. */
export function watchTabs(channelName: string, listener: () => void): () => void {
  const channel = openChannel(channelName);
  channel?.addEventListener("message", listener);
  return () => channel?.close();
}

function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/** An event as it goes over the wire; `data` arrives as JSON. */
export function eventFrame(name: string, data: object): Buffer {
  return Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** A comment: it tells proxies, and the kernel, that the stream lives. */
export const heartbeat = Buffer.from(": \n\n");
/** Changes may have been missed: whoever reads this asks for everything anew. */
export const gap = eventFrame("gap", {});
export const signedOut = eventFrame("signed-out", {});

/** Milliseconds to wait before coming back, each reader's own so that they do not all come at once. */
export function retryFrame(): string {
  return `retry: ${1000 + Math.floor(Math.random() * 2001)}\n\n`;
}

/** An event as it goes over the wire; `data` arrives as JSON. */
export function eventFrame(name: string, data: object): Buffer {
  return Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Tells proxies, the kernel and the page that the stream lives: of a comment a page would hear nothing. */
export const heartbeat = eventFrame("beat", {});
/** Changes may have been missed: whoever reads this asks for everything anew. */
export const gap = eventFrame("gap", {});
export const signedOut = eventFrame("signed-out", {});

/** Milliseconds to wait before coming back, each reader's own so that they do not all come at once. */
export function retryFrame(): string {
  return `retry: ${1000 + Math.floor(Math.random() * 2001)}\n\n`;
}

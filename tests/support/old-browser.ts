import { createServer, request as openRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { removeNewerApis } from "./browser-apis.ts";

export type Proxy = { url: string; close(): Promise<void> };

/** Passes requests on to the shop and puts `removeNewerApis` before the service worker, as an old browser would run it. */
export async function startOldWorkerProxy(shopUrl: string): Promise<Proxy> {
  const removal = `(${removeNewerApis})();\n`;
  const server = createServer((incoming, outgoing) => {
    const isWorker = incoming.url === "/service-worker.js";
    const headers = { ...incoming.headers, ...(isWorker && { "accept-encoding": "identity" }) };
    const forwarded = openRequest(new URL(incoming.url ?? "/", shopUrl), {
      method: incoming.method,
      headers,
    });
    forwarded.on("response", (response) => {
      const { "content-length": length, ...others } = response.headers;
      const isScript = isWorker && response.statusCode === 200;
      outgoing.writeHead(response.statusCode ?? 502, isScript ? others : response.headers);
      if (isScript && incoming.method === "GET") outgoing.write(removal);
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    // A page that leaves its event stream must not hold it open at the shop.
    outgoing.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createConnection } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { chooseEncoding, type HeaderLine, sendStored, storeResponse } from "./stored-response.ts";

const headers: HeaderLine[] = [
  ["Content-Type", "text/plain"],
  ["X-Name", "Açaí"],
];
const body = Buffer.from("polpa\n");
const stored = storeResponse({ status: 404, headers, body });
const { etag } = stored.variant("identity") as { etag: string };

/** Returns the bytes that the connection receives until it is closed, without dates. */
async function receive(listener: Parameters<typeof createServer>[1], sent: string) {
  const server = createServer({ keepAliveTimeout: 7000 }, listener).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const socket = createConnection((server.address() as AddressInfo).port, "127.0.0.1");
  socket.setEncoding("latin1").write(sent);
  return (await text(socket)).replaceAll(/^Date: \w{3}, .* GMT$/gm, "Date: now");
}

test.each([
  ["GET / HTTP/1.0\r\n\r\n"],
  ["GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
  ["HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
  [
    `GET / HTTP/1.1\r\nHost: a\r\n\r\nHEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  ],
])("a stored response has the lines that Node would send to %j", async (sent) => {
  const received = await receive(
    (request, response) => sendStored(request, response, stored),
    sent,
  );
  const expected = await receive((_request, response) => {
    const length = ["Content-Length", String(body.length)];
    response.writeHead(404, [length, ...headers, ["ETag", etag]].flat()).end(body);
  }, sent);
  const sorted = (bytes: string) => bytes.split("\r\n").toSorted();
  expect(sorted(received)).toEqual(sorted(expected));
  expect(received).toMatch(
    /^HTTP\/1\.1 404 Not Found\r\n(?:[\w-]+: [^\r\n]+\r\n)+\r\n(?:polpa\n|$)/,
  );
});

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["br ; q=0.0, gzip;q=0", "identity"],
  ["BR", "br"],
  ["*", "identity"],
  ["brotli, x-gzip", "identity"],
])("Accept-Encoding %j gets %s", (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});

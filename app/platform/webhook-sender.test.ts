import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createWebhookSender, isPublicAddress, sign } from "./webhook-sender.ts";

const secret = `whsec_${Buffer.from("a secret of the receiver").toString("base64")}`;
const message = { id: "8f14e45f", secrets: [secret], body: '{"type":"test"}' };

type Received = { headers: IncomingHttpHeaders; body: string; url: string };

async function openReceiver(respond: (response: ServerResponse) => void) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body, url: request.url ?? "" });
    respond(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, port: (server.address() as AddressInfo).port };
}

describe("a webhook", () => {
  test("is signed as in Standard Webhooks", async () => {
    const { received, port } = await openReceiver((response) => response.writeHead(204).end());
    const sender = createWebhookSender({ allowLoopback: true });
    const url = `http://localhost:${port}/pomar?a=1`;
    expect(await sender.send({ ...message, url })).toEqual({ ok: true, status: 204 });
    const [{ headers, body, url: target } = { headers: {}, body: "", url: "" }] = received;
    expect([target, body, headers["content-type"]]).toEqual([
      "/pomar?a=1",
      message.body,
      "application/json",
    ]);
    expect(headers.host).toBe(`localhost:${port}`);
    const timestamp = headers["webhook-timestamp"];
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
    expect(headers["webhook-signature"]).toBe(
      sign(secret, `${headers["webhook-id"]}.${timestamp}.${body}`),
    );
  });

  test("is signed with each of two secrets", async () => {
    const { received, port } = await openReceiver((response) => response.writeHead(204).end());
    const sender = createWebhookSender({ allowLoopback: true });
    const secrets = [secret, `whsec_${Buffer.from("the previous secret").toString("base64")}`];
    await sender.send({ ...message, secrets, url: `http://localhost:${port}/` });
    const { headers, body } = received[0] as Received;
    const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const signatures = secrets.map((one) => sign(one, content)).join(" ");
    expect(headers["webhook-signature"]).toBe(signatures);
  });

  test("has the signature of the published example", () => {
    const published = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const content = 'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}';
    expect(sign(published, content)).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  test("does not follow redirects, and fails on other statuses", async () => {
    const { received, port } = await openReceiver((response) =>
      response.writeHead(302, { Location: `http://127.0.0.1:${port}/other` }).end("x".repeat(1e6)),
    );
    const sender = createWebhookSender({ allowLoopback: true });
    const url = `http://127.0.0.1:${port}/`;
    expect(await sender.send({ ...message, url })).toEqual({
      ok: false,
      error: "status",
      status: 302,
    });
    expect(received).toHaveLength(1);
  });

  test("fails after the timeout and without a receiver", async () => {
    const { port } = await openReceiver(() => undefined);
    const sender = createWebhookSender({ allowLoopback: true, timeoutMs: 100 });
    const url = `http://127.0.0.1:${port}/`;
    expect(await sender.send({ ...message, url })).toEqual({ ok: false, error: "timeout" });
    const closing = createServer().listen(0, "127.0.0.1");
    await once(closing, "listening");
    const { port: closedPort } = closing.address() as AddressInfo;
    closing.close();
    await once(closing, "close");
    const closed = await sender.send({ ...message, url: `http://127.0.0.1:${closedPort}/` });
    expect(closed).toEqual({ ok: false, error: "connection" });
  });
});

test.each(["https://example.com:443/", "https://example.com:1024/", "https://example.com:8443/"])(
  "%s is accepted",
  (url) => expect(createWebhookSender().isAllowed(url)).toBe(true),
);

describe("an address of a private network", () => {
  test.each([
    "http://example.com/",
    "ftp://example.com/",
    "https://user:password@example.com/",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://loja.localhost/",
    "https://example.com:22/",
    "https://example.com:80/",
    "https://example.com:1023/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://10.1.2.3/",
    "https://172.16.0.1/",
    "https://192.168.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://100.100.100.200/",
    "https://0.0.0.0/",
    "https://224.0.0.1/",
    "https://[::1]/",
    "https://[::]/",
    "https://[fe80::1]/",
    "https://[fd00:ec2::254]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:0:7f00:1::]/",
  ])("%s is rejected", async (url) => {
    const sender = createWebhookSender();
    expect(sender.isAllowed(url)).toBe(false);
    expect(await sender.send({ ...message, url })).toEqual({ ok: false, error: "address" });
  });

  test("behind a host name is rejected, also beside a public one", async () => {
    const { received, port } = await openReceiver((response) => response.end());
    const answers = [
      [{ address: "127.0.0.1", family: 4 }],
      [
        { address: "93.184.216.34", family: 4 },
        { address: "::ffff:127.0.0.1", family: 6 },
      ],
    ];
    for (const addresses of answers) {
      const sender = createWebhookSender({ resolve: async () => addresses });
      const url = `https://erp.example:${port}/`;
      expect(sender.isAllowed(url)).toBe(true);
      expect(await sender.send({ ...message, url })).toEqual({ ok: false, error: "address" });
    }
    expect(received).toEqual([]);
  });

  test("is not reached by a second DNS response: the checked address is used", async () => {
    const { received, port } = await openReceiver((response) => response.end());
    let queries = 0;
    const resolve = async () => {
      queries += 1;
      return [{ address: "127.0.0.1", family: 4 }];
    };
    const sender = createWebhookSender({ allowLoopback: true, resolve });
    const url = `http://localhost:${port}/`;
    expect(await sender.send({ ...message, url })).toMatchObject({ ok: true });
    expect([queries, received.length]).toEqual([1, 1]);
  });

  test.each([
    ["93.184.216.34", true],
    ["2606:2800:220:1::1", true],
    ["192.0.2.1", false],
    ["2001:db8::1", false],
    ["168.63.129.16", false],
    ["4000::1", false],
    ["example.com", false],
  ])("%s is public: %s", (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });
});

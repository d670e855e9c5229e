import { BlockList } from "node:net";
import { describe, expect, test } from "vitest";
import { createSourceResolver } from "./request-source.ts";

const trustedProxies = new BlockList();
trustedProxies.addSubnet("10.0.0.0", 8);

describe("client address", () => {
  const { clientAddress } = createSourceResolver({ trustedProxies });

  test("is the address of the socket, not that of a header", () => {
    expect(clientAddress({ peer: "203.0.113.7", forwardedFor: "198.51.100.1" })).toBe(
      "203.0.113.7",
    );
    expect(
      createSourceResolver({}).clientAddress({ peer: "10.0.0.1", forwardedFor: "1.2.3.4" }),
    ).toBe("10.0.0.1");
  });

  test("is taken from the trusted proxy, not from what the visitor sent to it", () => {
    const forwardedFor = "1.1.1.1, 203.0.113.7, 10.0.0.2";
    expect(clientAddress({ peer: "::ffff:10.0.0.1", forwardedFor })).toBe("203.0.113.7");
  });

  test("is the address of the proxy when it sends nothing usable", () => {
    expect(clientAddress({ peer: "10.0.0.1" })).toBe("10.0.0.1");
    expect(clientAddress({ peer: "10.0.0.1", forwardedFor: "unknown" })).toBe("10.0.0.1");
    expect(clientAddress({})).toBe("unknown");
  });
});

describe("site origin", () => {
  test("is PUBLIC_URL when set", () => {
    const { siteOrigin } = createSourceResolver({ publicUrl: "https://loja.example" });
    expect(siteOrigin({ host: "outra.example" })).toBe("https://loja.example");
  });

  test("is otherwise the Host of the request, with the scheme of a trusted proxy", () => {
    const { siteOrigin } = createSourceResolver({ trustedProxies });
    const forwarded = { host: "app:3000", forwardedHost: "Loja.example", forwardedProto: "https" };
    expect(siteOrigin({ peer: "10.0.0.1", ...forwarded })).toBe("https://loja.example");
    expect(siteOrigin({ peer: "203.0.113.7", ...forwarded })).toBe("http://app:3000");
  });

  test.each([
    undefined,
    "",
    "a b",
    "1.2.3.999",
    "loja.example:99999",
    "evil.example/<script>",
    "x".repeat(300),
  ])("cannot be %j", (host) => {
    expect(createSourceResolver({}).siteOrigin({ host })).toBeUndefined();
  });
});

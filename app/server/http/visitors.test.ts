import { BlockList } from "node:net";
import { describe, expect, test } from "vitest";
import { createVisitors } from "./visitors.ts";

const trustedProxies = new BlockList();
trustedProxies.addSubnet("10.0.0.0", 8);

describe("a visitor's address", () => {
  const { addressOf } = createVisitors({ trustedProxies });

  test("is the socket's, whatever a header says", () => {
    expect(addressOf({ peer: "203.0.113.7", forwardedFor: "198.51.100.1" })).toBe("203.0.113.7");
    expect(createVisitors({}).addressOf({ peer: "10.0.0.1", forwardedFor: "1.2.3.4" })).toBe(
      "10.0.0.1",
    );
  });

  test("is what the trusted proxy says, not what the visitor told the proxy", () => {
    const forwardedFor = "1.1.1.1, 203.0.113.7, 10.0.0.2";
    expect(addressOf({ peer: "::ffff:10.0.0.1", forwardedFor })).toBe("203.0.113.7");
  });

  test("stays the proxy's when it says nothing one can use", () => {
    expect(addressOf({ peer: "10.0.0.1" })).toBe("10.0.0.1");
    expect(addressOf({ peer: "10.0.0.1", forwardedFor: "unknown" })).toBe("10.0.0.1");
    expect(addressOf({})).toBe("unknown");
  });
});

describe("the site's own address", () => {
  test("is the configured one before all", () => {
    const { originOf } = createVisitors({ publicUrl: "https://loja.example" });
    expect(originOf({ host: "outra.example" })).toBe("https://loja.example");
  });

  test("is else the host the request names, with the scheme a trusted proxy tells", () => {
    const { originOf } = createVisitors({ trustedProxies });
    const forwarded = { host: "app:3000", forwardedHost: "Loja.example", forwardedProto: "https" };
    expect(originOf({ peer: "10.0.0.1", ...forwarded })).toBe("https://loja.example");
    expect(originOf({ peer: "203.0.113.7", ...forwarded })).toBe("http://app:3000");
  });

  test.each([undefined, "", "a b", "evil.example/<script>", "x".repeat(300)])(
    "cannot be %j",
    (host) => {
      expect(createVisitors({}).originOf({ host })).toBeUndefined();
    },
  );
});

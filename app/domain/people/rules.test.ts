import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  describeDevice,
  isSameEmail,
  loginPathFor,
  maxSessionAgeMs,
  returnPath,
  sessionEnd,
  sessionIdleMs,
} from "./rules.ts";

describe("returnPath", () => {
  it.each([
    ["/admin/products?q=uva&page=2#row", "/admin/products?q=uva&page=2#row"],
    ["/admin", "/admin"],
    ["/admin/orders", "/admin/orders"],
  ])("returns to %s", (next, path) => {
    expect(returnPath(next)).toBe(path);
  });

  it.each([
    null,
    undefined,
    "",
    "/",
    "/produtos",
    "/administrator",
    "/admin/../contato",
    "/admin/login",
    "/admin/login?next=/admin/login",
    "https://evil.example/admin",
    "//evil.example/admin",
    "/\\evil.example/admin",
    "\\/evil.example/admin",
    "/\t/evil.example/admin",
    "javascript:alert(1)//admin",
    "admin/orders\r\nSet-Cookie: a=b",
  ])("returns the dashboard instead of %j", (next) => {
    expect(returnPath(next)).toBe("/admin");
  });

  it("never leaves the back office", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((s) => `/admin${s}`),
        ),
        (next) => {
          const url = new URL(returnPath(next), "https://shop.example");
          return url.origin === "https://shop.example" && /^\/admin(\/|$)/.test(url.pathname);
        },
      ),
    );
  });
});

it("contains the return path in the login's path", () => {
  expect(loginPathFor("/admin/orders?status=pendente")).toBe(
    "/admin/login?next=%2Fadmin%2Forders%3Fstatus%3Dpendente",
  );
  expect(loginPathFor("/admin")).toBe("/admin/login");
});

it("ignores the case of an e-mail", () => {
  expect(isSameEmail(" Admin@pomar.example", "admin@pomar.example")).toBe(true);
  expect(isSameEmail("admin@pomar.example.evil", "admin@pomar.example")).toBe(false);
});

it("extends a session when used, up to its maximum age", () => {
  expect(sessionEnd(5000, 0)).toBe(5000 + sessionIdleMs);
  expect(sessionEnd(maxSessionAgeMs - 5, 0)).toBe(maxSessionAgeMs);
});

it.each([
  [
    "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36",
    "Chrome no Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
    "Safari no iPhone",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0",
    "Edge no Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox no Linux"],
  ["curl/8.9.1", "Navegador desconhecido"],
  [null, "Navegador desconhecido"],
])("describes the device of %j", (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});

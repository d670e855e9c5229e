import { randomUUID } from "node:crypto";
import { type Attack, json, send } from "./context.ts";

type Operation = { security?: Record<string, string[]>[] };

/** Every guarded route with every credential that must not open it. */
export async function attackRoutes(attack: Attack): Promise<void> {
  const document = JSON.parse((await send(attack, "/api/openapi.json")).text) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const created = await send(
    attack,
    "/api/auth/tokens",
    json({ name: "Ataque", scope: "read" }, { Cookie: attack.cookie }),
  );
  const { token } = JSON.parse(created.text) as { token: string };
  attack.check(typeof token === "string", `no read token: ${created.text}`);
  const roles: Record<string, Record<string, string>> = {
    anonymous: {},
    "invalid session": { Cookie: `pomar_session=${randomUUID()}` },
    "altered session": { Cookie: attack.cookie.replaceAll(/=[^;]{4}/g, "=AAAA") },
    "invalid token": { Authorization: `Bearer ${randomUUID()}` },
    "read token": { Authorization: `Bearer ${token}` },
    "another site": { Cookie: attack.cookie, Origin: "https://evil.example" },
  };
  for (const { method, path } of listGuardedRoutes(document.paths)) {
    const isRead = method === "GET";
    for (const [role, headers] of Object.entries(roles)) {
      // A read token may read, and the same-origin policy protects responses.
      if (isRead && ["read token", "another site"].includes(role)) continue;
      const { status } = await send(attack, path, {
        method,
        headers: { "Content-Type": "application/json", ...headers },
        ...(!isRead && { body: "{}" }),
      });
      attack.check([401, 403].includes(status), `${method} ${path} as ${role}: ${status}`);
    }
  }
}

function listGuardedRoutes(paths: Record<string, Record<string, Operation>>) {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(
        ([, { security = [] }]) =>
          security.length > 0 && security.every((one) => Object.keys(one).length > 0),
      )
      .map(([method]) => ({
        method: method.toUpperCase(),
        path: path.replace("{bucket}", "site-assets").replace(/\{\w+\}/g, randomUUID()),
      })),
  );
}

const markup = `"><script>alert(1)</script>`;
const pages = ["/", "/produtos", "/produtos/polpas-de-frutas", "/receitas", "/contato", "/sobre"];
const parameters = ["produto", "receita", "categoria", "q", "next", "_routes"];
const files = [
  "/media/../../package.json",
  "/media/..%2f..%2fpackage.json",
  "/assets/%2e%2e/%2e%2e/package.json",
  "/media/%00",
  "/.env",
  "/data/admin-password",
  "/%6detrics",
  "/metrics",
];

/** Reflected markup, open redirects, path traversal, and pages of the back office without a session. */
export async function attackPages(attack: Attack): Promise<void> {
  for (const page of pages) {
    for (const name of parameters) {
      const { text } = await send(attack, `${page}?${name}=${encodeURIComponent(markup)}`);
      attack.check(!text.includes(markup), `${page}?${name} reflects markup`);
    }
  }
  for (const file of files) {
    const headers = { "X-Forwarded-For": "203.0.113.7" };
    const { status, text } = await send(attack, file, { headers });
    attack.check(status >= 400 && !text.includes('"private": true'), `${file}: ${status}`);
  }
  for (const next of [
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "%2f%2fevil.example",
  ]) {
    const { headers } = await send(attack, `/admin/login?next=${next}`, {
      headers: { Cookie: attack.cookie },
    });
    attack.check(!/evil/.test(headers.get("Location") ?? ""), `next=${next} leaves the site`);
  }
  for (const path of ["/admin", "/admin/orders", "/admin/orders.data", "/admin/settings.data"]) {
    const { status, text } = await send(attack, path);
    const isLogin = status >= 300 || text.includes("/admin/login");
    attack.check(isLogin && !text.includes("cliente_info"), `${path} without a session: ${status}`);
  }
}

import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type MemberRole, memberRoles } from "#app/domain/people/roles.ts";
import { login } from "#tests/load/seller.ts";
import { type Attack, json, send } from "./context.ts";

type Operation = { security?: Record<string, string[]>[]; "x-roles"?: string[] };

/** The cookie of a new member's session. */
export async function enterAs(
  attack: Attack,
  role: MemberRole,
  email = `${role}.${randomUUID()}@pomar.example`,
): Promise<string> {
  const data = { name: role, email, role };
  const invited = await send(attack, "/api/members", json(data, { Cookie: attack.cookie }));
  const { link } = JSON.parse(invited.text) as { link: string };
  const path = `/api/invitations/${link.split("/").at(-1)}`;
  const entered = await send(attack, path, json({ password: "senha-de-quem-ataca" }));
  attack.check(entered.status === 200, `no member: ${entered.text}`);
  return entered.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

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
  const routes = listGuardedRoutes(document.paths);
  for (const role of memberRoles) await attackAsMember(attack, role, routes);
  for (const { method, path } of routes) {
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

/** Sends the requests that the role does not allow, and every route from another site or beside an invalid token. */
async function attackAsMember(attack: Attack, role: MemberRole, routes: GuardedRoute[]) {
  const sender = {
    "Content-Type": "application/json",
    Cookie: await enterAs(attack, role),
  };
  for (const { method, path, allowed } of routes) {
    const isRead = method === "GET";
    const attempts: { name: string; expected: number; headers: Record<string, string> }[] = [
      ...(allowed.includes(role) ? [] : [{ name: "session", expected: 403, headers: {} }]),
      ...(isRead
        ? []
        : [{ name: "another site", expected: 403, headers: { Origin: "https://evil.example" } }]),
      {
        name: "invalid token",
        expected: 401,
        headers: { Authorization: `Bearer ${randomUUID()}` },
      },
    ];
    for (const { name, expected, headers } of attempts) {
      const init = { method, headers: { ...sender, ...headers }, ...(!isRead && { body: "{}" }) };
      const { status } = await send(attack, path, init);
      attack.check(status === expected, `${method} ${path} as ${role}, ${name}: ${status}`);
    }
  }
}

type GuardedRoute = ReturnType<typeof listGuardedRoutes>[number];

function listGuardedRoutes(paths: Record<string, Record<string, Operation>>) {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(
        ([, { security = [] }]) =>
          security.length > 0 &&
          security.every((scheme) => Object.keys(scheme).length > 0 && !("customer" in scheme)),
      )
      .map(([method, { "x-roles": allowed = [] }]) => ({
        method: method.toUpperCase(),
        allowed,
        path: path.replace("{bucket}", "site-assets").replace(/\{\w+\}/g, randomUUID()),
      })),
  );
}

/** A customer with a device on which the area is open, and the link that it used. */
async function openArea(attack: Attack, name: string, email: string) {
  const admin = { Cookie: attack.cookie };
  const created = await send(attack, "/api/customers", json({ name, email }, admin));
  const { id } = JSON.parse(created.text) as { id: string };
  const { text } = await send(attack, `/api/customers/${id}/links`, json({}, admin));
  const token = /#entrar=([\w-]{43})/.exec(text)?.[1] ?? "";
  const entered = await send(attack, "/api/customer/session", json({ token }));
  attack.check(entered.status === 204, `no area: ${entered.text}`);
  const [Cookie = ""] = entered.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "");
  return { id, token, Cookie };
}

/** Guessed and used links, altered sessions, what belongs to another customer, and whether the answers to requests for a link differ for known contacts. */
export async function attackAreas(attack: Attack): Promise<void> {
  const mine = await openArea(attack, "Bar do Ataque", "bar@example.com");
  const other = await openArea(attack, "Vítima", "vitima@example.com");
  const guesses = [
    mine.token,
    mine.token.slice(0, -1),
    mine.token.toLowerCase(),
    mine.token.split("").reverse().join(""),
    "' OR 1=1 --",
    "",
    ...Array.from({ length: 30 }, () => randomUUID().replaceAll("-", "").padEnd(43, "A")),
  ];
  for (const token of guesses) {
    const { status, headers } = await send(attack, "/api/customer/session", json({ token }));
    attack.check([400, 404, 429].includes(status), `the link ${token}: ${status}`);
    attack.check(headers.getSetCookie().length === 0, `the link ${token} opens a session`);
  }
  const value = other.Cookie.split("=")[1] ?? "";
  for (const altered of [
    value.slice(1),
    `${value}A`,
    value.toUpperCase(),
    "x".repeat(43),
    mine.id,
  ]) {
    const { status } = await send(attack, "/api/customer", {
      headers: { Cookie: `pomar_cliente=${altered}` },
    });
    // 429 once the network has sent too many wrong links.
    attack.check([401, 429].includes(status), `an altered session: ${status}`);
  }
  const theirs = JSON.parse(
    (await send(attack, "/api/customer", { headers: { Cookie: other.Cookie } })).text,
  ) as { devices: { id: string }[] };
  for (const path of [
    `/api/customer/devices/${theirs.devices[0]?.id}`,
    `/api/customer/lists/${other.id}`,
    `/api/customer/people/${other.id}`,
  ]) {
    const { status } = await send(attack, path, {
      method: "DELETE",
      headers: { Cookie: mine.Cookie },
    });
    attack.check(status === 404, `${path}: ${status}`);
  }
  for (const path of [
    `/api/customers/${other.id}`,
    `/api/customers/${mine.id}/links`,
    "/admin/customers",
  ]) {
    const { status, text } = await send(attack, path, { headers: { Cookie: mine.Cookie } });
    attack.check(
      status !== 200 || !text.includes("Vítima"),
      `${path} with a customer's session: ${status}`,
    );
  }
  const evil = json({ name: "Intruso" }, { Cookie: mine.Cookie, Origin: "https://evil.example" });
  const foreign = await send(attack, "/api/customer/people", evil);
  attack.check(foreign.status === 403, `another site writes: ${foreign.status}`);
  const answers = new Set<string>();
  for (const contact of ["vitima@example.com", "ninguem@example.com", "11 90000-0000"]) {
    const { status, text, headers } = await send(
      attack,
      "/api/customer/link-requests",
      json({ contact }, { "X-Forwarded-For": "203.0.113.9" }),
    );
    answers.add(`${status} ${text} ${[...headers.keys()].sort().join()}`);
  }
  attack.check(
    answers.size === 1,
    `requests for a link are answered differently for known contacts: ${[...answers].join(" | ")}`,
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
  for (const role of memberRoles) {
    const Cookie = await enterAs(attack, role);
    for (const path of ["/admin/settings", "/admin/settings.data", "/admin/price-tables.data"]) {
      const { status, text } = await send(attack, path, { headers: { Cookie } });
      attack.check(status !== 200 && !text.includes("pix_key"), `${path} as ${role}: ${status}`);
    }
  }
  for (const path of ["/admin", "/admin/orders", "/admin/orders.data", "/admin/settings.data"]) {
    const { status, text } = await send(attack, path);
    const isLogin = status >= 300 || text.includes("/admin/login");
    attack.check(isLogin && !text.includes("cliente_info"), `${path} without a session: ${status}`);
  }
}

/** The shop trusts this address as its proxy, so that requests from it can come from any network. */
export const proxyAddress = "127.0.0.9";
const crowdedConnections = 150;
const ownerSignIns = 10;

/**
 * Wrong passwords over 150 connections, each from a network that has sent none, while the owner signs in from browsers that
 * are new to the shop.
 */
export async function attackSignIn(attack: Attack): Promise<void> {
  const hex = (count: number) => count.toString(16);
  // Networks of one provider, while the owner's network is new too.
  await signInAmong(attack, {
    name: "fresh /64 networks of one provider",
    attacker: (count) => `2001:db8:${hex(count >> 16)}:${hex(count & 0xffff)}::1`,
    owner: (count) => `2a02:${hex(count)}:2:3::1`,
  });
  // Networks of any number of providers, while the owner's network has signed in before.
  await signInAmong(attack, {
    name: "fresh /32 networks",
    attacker: (count) => `2600:${hex(count)}::1`,
    owner: () => "2a02:0:2:3::1",
  });
}

type Crowd = {
  name: string;
  attacker: (count: number) => string;
  owner: (count: number) => string;
};

async function signInAmong(attack: Attack, { name, attacker, owner }: Crowd): Promise<void> {
  const agent = new Agent({ keepAlive: true, localAddress: proxyAddress });
  const statuses: Record<number, number> = {};
  let isStopping = false;
  let attempts = 0;
  const crowd = Array.from({ length: crowdedConnections }, async () => {
    while (!isStopping) {
      attempts += 1;
      const status = await signInFrom(attack, agent, attacker(attempts), randomUUID());
      statuses[status] = (statuses[status] ?? 0) + 1;
      attack.check([401, 429, 503].includes(status), `a wrong password: ${status}`);
      // A rejected one comes at once: without a pause this process would measure itself.
      await delay(20);
    }
  });
  while (!statuses[503]) await delay(50);
  let longestMs = 0;
  for (let count = 0; count < ownerSignIns; count += 1) {
    const startedAt = performance.now();
    const status = await signInFrom(attack, agent, owner(count), login.password);
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    attack.check(status === 200, `the owner's sign-in among ${name}: ${status}`);
  }
  isStopping = true;
  await Promise.all(crowd);
  agent.destroy();
  console.log(
    `${name}: ${ownerSignIns} sign-ins of the owner, at most ${Math.round(longestMs)} ms; attacker got ${JSON.stringify(statuses)}`,
  );
}

function signInFrom(
  { shop }: Attack,
  agent: Agent,
  address: string,
  password: string,
): Promise<number> {
  const headers = { "Content-Type": "application/json", "X-Forwarded-For": address };
  return new Promise((resolve, reject) => {
    const sent = request(
      `${shop.url}/api/auth/login`,
      { agent, method: "POST", headers },
      (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on("error", reject);
    sent.end(JSON.stringify({ ...login, password }));
  });
}

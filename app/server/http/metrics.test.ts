import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { backupName } from "#app/archive/backups.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listenForTest } from "#tests/support/test-shop.ts";

const opened = await openTestDatabase();
const json = { "Content-Type": "application/json" };

/** The value of a line, found by name and labels. */
function figure(text: string, line: string): number | undefined {
  const found = text.split("\n").find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

const countOf = (text: string, method: string, route: string, status: string) =>
  figure(
    text,
    `pomar_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
  );

describe("access to the metrics", () => {
  const proxyHeaders: Record<string, string>[] = [
    { "X-Forwarded-For": "203.0.113.7" },
    { "X-Forwarded-For": "unknown" },
    { "X-Forwarded-For": "127.0.0.1" },
    { Forwarded: "for=203.0.113.7" },
    { Via: "1.1 caddy" },
    { "X-Real-IP": "203.0.113.7" },
    { Host: "loja.example" },
  ];

  test("from this machine", async () => {
    const { ask } = await listenForTest({ opened });
    const response = await ask("/metrics");
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
      "cache-control": "no-store",
    });
  });

  test.each(proxyHeaders)("not through a proxy on this machine: %j", async (headers) => {
    for (const env of [{}, { TRUST_PROXY: "127.0.0.1" }] as Record<string, string>[]) {
      const { ask } = await listenForTest({ opened, env });
      expect((await ask("/metrics", headers)).status).toBe(403);
    }
  });

  test("only by the plain path", async () => {
    const { ask } = await listenForTest({ opened });
    for (const path of ["/%6detrics", "/metric%73?x=1", "/%2fmetrics"]) {
      const { body } = await ask(path);
      expect(body.toString(), path).not.toContain("pomar_processes");
    }
  });

  test("with the bearer token, from anywhere", async () => {
    const { ask } = await listenForTest({ opened, env: { METRICS_TOKEN: "s3gredo-de-medir" } });
    const proxied = { "X-Forwarded-For": "203.0.113.7" };
    const requestWith = (token: string) =>
      ask("/metrics", { ...proxied, Authorization: `Bearer ${token}` });
    expect((await requestWith("s3gredo-de-medir")).status).toBe(200);
    expect((await requestWith("s3gredo-de-medi")).status).toBe(401);
    const rejected = await ask("/metrics", proxied);
    expect(rejected.status).toBe(401);
    expect(rejected.headers["www-authenticate"]).toBe('Bearer realm="metrics"');
  });
});

describe("the metrics", () => {
  test("count every response by route and status class, also cached ones", async () => {
    const { ask } = await listenForTest({ opened });
    for (let visit = 0; visit < 3; visit += 1) await ask("/produtos/polpas-de-frutas?de=ana");
    const { headers } = await ask("/produtos/polpas-de-frutas");
    await ask("/produtos/pescados", { "If-None-Match": String(headers.etag) });
    await ask("/produtos/polpas-de-frutas", { "If-None-Match": String(headers.etag) });
    await ask("/api/products");
    await ask("/api/products");
    await ask("/nada/maria@example.com");
    const text = (await ask("/metrics")).body.toString();
    expect(countOf(text, "GET", "/produtos/:category", "2xx")).toBe(4);
    expect(countOf(text, "GET", "/produtos/:category", "3xx")).toBe(2);
    expect(countOf(text, "GET", "/api/products", "2xx")).toBe(2);
    expect(countOf(text, "GET", "(unknown page)", "4xx")).toBe(1);
    expect(figure(text, 'pomar_cache_hits_total{cache="pages"}')).toBe(4);
    expect(figure(text, 'pomar_cache_misses_total{cache="pages"}')).toBe(2);
    expect(figure(text, 'pomar_cache_entries{cache="pages"}')).toBe(2);
    expect(figure(text, 'pomar_database_connections{state="waiting"}')).toBe(0);
    expect(figure(text, 'pomar_database_connections{state="total"}')).toBe(
      opened.connections().total,
    );
  });

  test("count rejected orders and sign-ins by reason, without personal data", async () => {
    const { ask } = await listenForTest({ opened });
    const id = "9f0c11d2-0000-4000-8000-000000000000";
    const key = { ...json, "Idempotency-Key": "uma-chave" };
    await ask("/api/orders", key, { method: "POST", body: '{"customer":{"name":"Maria"}}' });
    const login = JSON.stringify({ email: "maria@example.com", password: "errada" });
    const foreign = { ...json, Origin: "https://maria.example" };
    await ask("/api/auth/login", foreign, { method: "POST", body: login });
    await ask(`/api/orders/${id}`);
    await ask(`/${id}`, {}, { method: "BREW" }).catch(() => undefined);
    const text = (await ask("/metrics")).body.toString();
    expect(figure(text, 'pomar_rejections_total{of="order",reason="invalid-input"}')).toBe(1);
    expect(figure(text, 'pomar_rejections_total{of="sign-in",reason="foreign-origin"}')).toBe(1);
    expect(countOf(text, "GET", "/api/orders/:id", "4xx")).toBe(1);
    expect(text).not.toMatch(/maria|9f0c11d2|127\.0\.0\.1/i);
  });

  test("say how disk, backups and database are", async () => {
    const { ask, dataDir } = await listenForTest({ opened });
    const read = async () => (await ask("/metrics")).body.toString();
    const before = await read();
    expect(figure(before, "pomar_disk_free_bytes")).toBeGreaterThan(2 ** 20);
    expect(figure(before, "pomar_disk_full")).toBe(0);
    expect(figure(before, "pomar_backup_age_seconds")).toBeNaN();
    expect(figure(before, "pomar_backup_check_ok")).toBeNaN();
    expect(figure(before, "pomar_database_ping_seconds")).toBeLessThan(60);
    expect(figure(before, "pomar_database_reconnects_total")).toBe(0);
    expect(before).toMatch(/^pomar_build_info\{version="\d[^"]+",migration="\d{4}_\w+"\} 1$/m);
    const folder = path.join(dataDir, "backups");
    const hourAgo = new Date(Date.now() - 3_600_000);
    await mkdir(folder);
    await writeFile(path.join(folder, backupName(hourAgo)), "");
    const result = { at: hourAgo.toISOString(), file: "x" };
    const status = { checked: result, copied: { ...result, error: "no route" } };
    await writeFile(path.join(folder, "status.json"), JSON.stringify(status));
    const after = await read();
    expect(figure(after, "pomar_backup_age_seconds")).toBeGreaterThan(3500);
    expect(figure(after, "pomar_backup_check_ok")).toBe(1);
    expect(figure(after, "pomar_backup_check_age_seconds")).toBeGreaterThan(3500);
    expect(figure(after, "pomar_backup_copy_ok")).toBe(0);
  });

  test("have a bounded number of routes", async () => {
    const { ask } = await listenForTest({ opened });
    for (let visit = 0; visit < 40; visit += 1) await ask(`/x${visit}/y.data?${visit}`);
    const routes = new Set((await ask("/metrics")).body.toString().match(/route="[^"]*"/g));
    expect([...routes]).toEqual(['route="(unknown page)"']);
  });
});

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { categories } from "#app/domain/catalogue/table.ts";
import { openPostgresDatabase } from "#app/platform/database/postgres/open.ts";
import { certificatesIn } from "#tests/support/certificates.ts";
import { findPostgres, type PostgresServer, startPostgres } from "#tests/support/postgres.ts";

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const folder = await mkdtemp(path.join(tmpdir(), "pomar-tls-"));
const { makeAuthority, makeCertificate } = certificatesIn(folder);
const at = (name: string) => path.join(folder, name);
let server: PostgresServer;

beforeAll(async () => {
  await makeAuthority("ours");
  await makeAuthority("other");
  await makeCertificate("ours", "server", "/CN=localhost", "subjectAltName=DNS:localhost");
  await makeCertificate("ours", "client", "/CN=postgres", "extendedKeyUsage=clientAuth");
  const text = (name: string) => readFile(at(name), "utf8");
  server = await startPostgres((await findPostgres()) ?? "", {
    settings: {
      ssl: "on",
      ssl_cert_file: "server.crt",
      ssl_key_file: "server.key",
      ssl_ca_file: "ours.crt",
    },
    files: {
      "server.crt": await text("server.crt"),
      "server.key": await text("server.key"),
      "ours.crt": await text("ours.crt"),
      // The server is set as at hosted providers: TLS only, and one database requires a client certificate.
      "pg_hba.conf": "hostssl template1 all all cert\nhostssl all all all trust\n",
    },
  });
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true });
});

function address(options: Record<string, string>, host = "localhost", database = "postgres") {
  const url = new URL(server.url);
  url.hostname = host;
  url.pathname = `/${database}`;
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, value);
  return url.href;
}

const ours = () => ({ sslmode: "verify-full", sslrootcert: at("ours.crt") });

test("a certificate signed by the configured authority is accepted, by queries and by the listener", async () => {
  const opened = await openPostgresDatabase(address(ours()), quiet);
  const changedTable = new Promise((resolve) => opened.subscribe(({ table }) => resolve(table)));
  await opened.database.update(categories).set({ description: "Sem conservantes" });
  expect(await changedTable).toBe("categories");
  await opened.close();
});

test("a client certificate is sent when the server requires one", async () => {
  const withoutCertificate = address(ours(), "localhost", "template1");
  await expect(openPostgresDatabase(withoutCertificate, quiet)).rejects.toThrow(
    /requires a valid client cert/,
  );
  const withCertificate = { ...ours(), sslcert: at("client.crt"), sslkey: at("client.key") };
  const opened = await openPostgresDatabase(
    address(withCertificate, "localhost", "template1"),
    quiet,
  );
  await opened.close();
});

test.each([
  ["another authority", { sslmode: "verify-full", sslrootcert: at("other.crt") }, "localhost"],
  ["an unknown authority, which 'require' checks too", { sslmode: "require" }, "localhost"],
  ["another host", { sslmode: "verify-full", sslrootcert: at("ours.crt") }, "127.0.0.1"],
])("a certificate of %s is rejected in one line", async (_, options, host) => {
  await expect(openPostgresDatabase(address(options, host), quiet)).rejects.toThrow(
    /^DATABASE_URL: no connection to \S+ \([^\n]+; add sslrootcert with the file of its CA to the address\)$/,
  );
});

test("a missing certificate file and a server that requires TLS are reported in one line", async () => {
  const missing = { sslmode: "verify-full", sslrootcert: at("missing.crt") };
  await expect(openPostgresDatabase(address(missing), quiet)).rejects.toThrow(
    /^DATABASE_URL: no connection to [^\n]+ENOENT[^\n]+missing\.crt/,
  );
  await expect(openPostgresDatabase(address({}), quiet)).rejects.toThrow(
    /^DATABASE_URL: no connection to [^\n]+no encryption\)$/,
  );
});

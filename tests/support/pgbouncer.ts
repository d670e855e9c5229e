import { spawn } from "node:child_process";
import { access, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { unprivilegedUser } from "./postgres.ts";
import { freePort } from "./shop-process.ts";
import { installSystemPackages } from "./system-packages.ts";

const started = "process up";

/** The program: `PGBOUNCER`, PATH, Debian's folder, or installed as root; otherwise undefined. */
export async function ensurePgbouncer(): Promise<string | undefined> {
  const found = await findPgbouncer();
  if (found) return found;
  installSystemPackages(["pgbouncer"], "the pooler test needs PgBouncer");
  return findPgbouncer();
}

async function findPgbouncer(): Promise<string | undefined> {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin"];
  const places = folders.map((folder) => path.join(folder, "pgbouncer"));
  for (const place of [process.env.PGBOUNCER, ...places]) {
    if (!place) continue;
    const isThere = await access(place).then(
      () => true,
      () => false,
    );
    if (isThere) return place;
  }
  return undefined;
}

/** A pooler in transaction mode, as strict as it comes, before the server at `url`; `url` leads through it. */
export async function startPgbouncer(program: string, url: string, serverConnections: number) {
  const user = await unprivilegedUser();
  const folder = await mkdtemp(path.join(tmpdir(), "pomar-pgbouncer-"));
  const port = await freePort();
  const server = new URL(url);
  const file = path.join(folder, "pgbouncer.ini");
  await writeFile(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${serverConnections}
`,
  );
  if (user) for (const place of [folder, file]) await chown(place, user.uid, user.gid);
  const child = spawn(program, [file], { ...user, stdio: ["ignore", "ignore", "pipe"] });
  await new Promise<void>((resolve, reject) => {
    let said = "";
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`PgBouncer ended (${code}): ${said}`)));
    child.stderr.on("data", (chunk: Buffer) => {
      said = (said + chunk).slice(-2_000);
      if (said.includes(started)) resolve();
    });
  });
  server.port = String(port);
  return {
    url: server.href,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGQUIT");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { access, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { installSystemPackages } from "./system-packages.ts";

const run = promisify(execFile);
const executable = process.platform === "win32" ? "postgres.exe" : "postgres";
const clusterConfig = "/etc/postgresql-common/createcluster.conf";

export type PostgresServer = {
  url: string;
  pid(): number;
  /** `pg_ctl restart -m immediate`, as after a crash. */
  restart(downtimeMs?: number): Promise<void>;
  /** Ends it without any shutdown. */
  kill(): Promise<void>;
  isUp(): boolean;
  stop(): Promise<void>;
};

type ServerOptions = {
  /** Parent of the data folder; by default the system's temporary folder. */
  within?: string;
  /** Added to the defaults. */
  settings?: Record<string, string>;
  /** Files of the data folder by name, such as certificates or pg_hba.conf. */
  files?: Record<string, string>;
  /** Address of the primary whose streaming standby this server is. */
  standbyOf?: string;
  /** A base backup (a folder of `pg_basebackup`) to begin with instead of an empty database. */
  baseBackup?: string;
};

/** Fast, not crash-safe. */
const defaultSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
};

/** Folder of PostgreSQL's programs: `PG_BIN`, PATH, or Debian's folder, newest version first. */
export async function findPostgres(): Promise<string | undefined> {
  const debian = "/usr/lib/postgresql";
  const versions = (await readdir(debian).catch(() => [])).sort((a, b) => Number(b) - Number(a));
  const places = [
    process.env.PG_BIN ?? "",
    ...(process.env.PATH ?? "").split(path.delimiter),
    ...versions.map((version) => path.join(debian, version, "bin")),
  ];
  for (const place of places) {
    if (place === "") continue;
    const found = await Promise.all(
      ["postgres", "initdb", "pg_basebackup"].map((name) =>
        isThere(path.join(place, executable.replace("postgres", name))),
      ),
    );
    if (found.every(Boolean)) return place;
  }
  return undefined;
}

/** Finds PostgreSQL as `findPostgres` does. When there is none, root on Debian installs it; otherwise undefined. */
export async function ensurePostgres(): Promise<string | undefined> {
  const found = await findPostgres();
  if (found) return found;
  if (process.getuid?.() === 0) {
    // Only the programs are needed, not a server that starts with the machine.
    await mkdir(path.dirname(clusterConfig), { recursive: true });
    await writeFile(clusterConfig, "create_main_cluster = false\n", { flag: "wx" }).catch(
      () => undefined,
    );
  }
  installSystemPackages(["postgresql"], "SQL tests run on PostgreSQL too, and none was found");
  return findPostgres();
}

/** Starts a server of its own in a temporary folder; `stop` leaves nothing behind. */
export async function startPostgres(
  programs: string,
  { within = tmpdir(), settings = {}, files = {}, standbyOf, baseBackup }: ServerOptions = {},
): Promise<PostgresServer> {
  const user = await unprivilegedUser();
  const folder = await mkdtemp(path.join(within, "pomar-postgres-"));
  if (user) await chown(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: "C" } };
  const data = path.join(folder, "data");
  if (standbyOf) {
    const copy = ["--dbname", standbyOf, "--pgdata", data, "--write-recovery-conf", "--no-sync"];
    await run(path.join(programs, "pg_basebackup"), [...copy, "--checkpoint=fast"], options);
  } else if (baseBackup) {
    await run("cp", ["-r", baseBackup, data]);
    if (user) await run("chown", ["-R", `${user.uid}:${user.gid}`, data]);
  } else {
    const authentication = ["--username=postgres", "--auth=trust"];
    const text = ["--encoding=UTF8", "--locale=C"];
    await run(
      path.join(programs, "initdb"),
      ["--pgdata", data, "--no-sync", ...authentication, ...text],
      options,
    );
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(data, name), text, { mode: 0o600 });
    if (user) await chown(path.join(data, name), user.uid, user.gid);
  }
  const port = await freePort();
  const given = Object.entries({ ...defaultSettings, ...settings, port }).flatMap(
    ([name, value]) => ["-c", `${name}=${value}`],
  );
  const launch = async () => {
    const child = spawn(path.join(programs, executable), ["-D", data, ...given], {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    });
    await ready(child);
    return child;
  };
  let server = await launch();
  const killIt = () => server.kill("SIGQUIT");
  process.once("exit", killIt);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: () => server.pid ?? 0,
    async restart(away = 0) {
      await end(server, "SIGQUIT");
      await new Promise((resolve) => setTimeout(resolve, away));
      server = await launch();
    },
    kill: () => end(server, "SIGKILL"),
    isUp: () => server.exitCode === null && server.signalCode === null,
    async stop() {
      process.off("exit", killIt);
      await end(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Vitest's global setup of the project `postgres`: a server, and on it the migrated template of each file's database. */
export default async function provideServer(project: TestProject): Promise<() => Promise<void>> {
  const programs = await ensurePostgres();
  if (!programs) throw new Error("no PostgreSQL found: set PG_BIN to the folder of its programs");
  // Autovacuum locks tables that tests reset, and deletes rows of a few pages only. Long queries over tables without statistics seem
  // so costly that each was compiled for seconds.
  const server = await startPostgres(programs, { settings: { autovacuum: "off", jit: "off" } });
  const { prepareTemplate } = await import("./engines.ts");
  await prepareTemplate(server.url);
  project.provide("postgresUrl", server.url);
  return server.stop;
}

/** PostgreSQL and PgBouncer do not run as root. */
export async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  const user =
    users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  return user && { uid: Number(user[2]), gid: Number(user[3]) };
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`PostgreSQL ended (${code}): ${said}`)));
    server.stderr?.on("data", (chunk: Buffer) => {
      said = (said + chunk).slice(-2_000);
      if (/ready to accept (read-only )?connections/.test(said)) resolve();
    });
  });
}

/** Ends a server, by default fast: it waits for no client. */
function end(server: ChildProcess, signal: NodeJS.Signals = "SIGINT"): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once("exit", () => resolve());
    server.kill(signal);
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

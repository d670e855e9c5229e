import {
  type ChildProcess,
  type ChildProcessByStdio,
  execFileSync,
  spawn,
  spawnSync,
} from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { installSystemPackages } from "./system-packages.ts";

type Result = { code: number | null; output: string };

export type Machine = {
  /** Runs a shell command as root inside; `input` is its standard input. */
  run(command: string, input?: string): Promise<Result>;
  /** Runs a program of this project in the machine's network. */
  startInNetwork(args: string[]): ChildProcessByStdio<Writable, Readable, null>;
  stop(): Promise<void>;
};

const startTimeoutMs = 60_000;
/** The project's folder in the machine, as docs/deploying.md names it. */
const projectFolder = "/opt/pomar";

/**
 * Returns the reason for which no machine can be started here; undefined when it can. Root on Debian installs the missing programs.
 */
export function explainMissingMachine(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "needs root on Linux";
  const packages = { "systemd-nspawn": "systemd-container", caddy: "caddy" };
  const missing = Object.entries(packages).filter(
    ([program]) => !existsSync(`/usr/bin/${program}`),
  );
  const names = missing.map(([, name]) => name);
  // Runlevel 1 keeps the packages from starting their services.
  const reason = "the deployment test needs them";
  if (names.length > 0 && !installSystemPackages(names, reason, { RUNLEVEL: "1" })) {
    return `needs ${names.join(", ")}`;
  }
  const { status } = spawnSync("unshare", ["--mount", "--pid", "--fork", "true"]);
  return status === 0 ? undefined : "may not create namespaces";
}

/**
 * Starts a Debian with systemd of its own over this machine's files, without network: systemd-nspawn on an overlay.
 * Nothing that it writes remains. The project is read-only in /opt/pomar.
 */
export async function startMachine(): Promise<Machine> {
  const folder = await mkdtemp(path.join(tmpdir(), "pomar-machine-"));
  const root = path.join(folder, "root");
  mount("-t", "tmpfs", "tmpfs", folder);
  await Promise.all(["upper", "work", "root"].map((name) => mkdir(path.join(folder, name))));
  const layers = `lowerdir=/,upperdir=${folder}/upper,workdir=${folder}/work`;
  mount("-t", "overlay", "overlay", "-o", layers, root);
  await mkdir(path.join(root, projectFolder), { recursive: true });
  const container = spawn(
    "systemd-nspawn",
    [
      ...["--directory", root, "--boot", "--private-network", "--register=no", "--keep-unit"],
      ...["--link-journal=no", "--console=passive", `--bind-ro=${process.cwd()}:${projectFolder}`],
      "systemd.unit=basic.target",
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [container.stdout, container.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk).slice(-4_000);
    });
  }
  async function stop(): Promise<void> {
    if (container.exitCode === null && container.signalCode === null) {
      const ended = new Promise((resolve) => container.once("exit", resolve));
      const leader = await findChild(container.pid ?? 0);
      if (leader) process.kill(leader, "SIGKILL");
      else container.kill("SIGKILL");
      await ended;
    }
    execFileSync("umount", ["--recursive", folder]);
    await rm(folder, { recursive: true });
  }
  try {
    const leader = await waitForStart(container, () => output);
    const enter = (...args: string[]) => ["--target", String(leader), ...args];
    return {
      run: (command, input) => {
        const shell = ["/bin/sh", "-c", `cd ${projectFolder}; ${command}`];
        const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root", LANG: "C.UTF-8" };
        const options = { env, stdio: "pipe" } as const;
        return collect(spawn("nsenter", [...enter("--all"), "--", ...shell], options), input);
      },
      startInNetwork: (args) =>
        spawn("nsenter", [...enter("--net"), "--", process.execPath, ...args], {
          stdio: ["pipe", "pipe", "inherit"],
        }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function mount(...args: string[]): void {
  execFileSync("mount", args);
}

/** The first process of the machine, once systemd has started. */
async function waitForStart(container: ChildProcess, output: () => string): Promise<number> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && container.exitCode === null) {
    const leader = await findChild(container.pid ?? 0);
    if (leader) {
      const state = spawn("nsenter", [
        ...["--target", String(leader), "--all", "--"],
        ...["systemctl", "is-active", "basic.target"],
      ]);
      if ((await collect(state)).code === 0) return leader;
    }
    await delay(200);
  }
  throw new Error(`systemd did not start:\n${output()}`);
}

async function findChild(pid: number): Promise<number | undefined> {
  const file = `/proc/${pid}/task/${pid}/children`;
  const [child] = (await readFile(file, "utf8").catch(() => "")).trim().split(" ");
  return child ? Number(child) : undefined;
}

function collect(child: ChildProcess, input = ""): Promise<Result> {
  return new Promise((resolve, reject) => {
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
    // The command may end without reading it.
    child.stdin?.on("error", () => undefined).end(input);
  });
}

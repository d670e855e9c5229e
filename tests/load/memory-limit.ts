import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** The files of a control group, by version of the kernel's interface. */
type Files = {
  folder: string;
  limits: string[];
  noSwap: string;
  peak: string;
  kills: string;
};

/** A control group, whose members have so much memory and no swap, as on a machine of that size. */
export type MemoryLimit = {
  /** The command that joins the group and becomes the given one. */
  join(command: string, args: string[]): [string, string[]];
  /** The most bytes that the members had, the files that the kernel cached for them included, and how many it killed. */
  read(): Promise<{ peak: number; kills: number }>;
  remove(): Promise<void>;
};

/** A group below the one of this process; undefined where none can be created. Only root can, on Linux. */
export async function limitMemory(bytes: number): Promise<MemoryLimit | undefined> {
  const files = await findFiles();
  if (!files) return undefined;
  const folder = path.join(files.folder, `pomar-${process.pid}`);
  const fileOf = (name: string) => path.join(folder, name);
  const remove = () => rmdir(folder);
  try {
    await mkdir(folder);
  } catch {
    return undefined;
  }
  try {
    for (const name of files.limits) await writeFile(fileOf(name), String(bytes));
    await writeFile(fileOf(files.noSwap), "0");
  } catch {
    await remove();
    return undefined;
  }
  return {
    join: (command, args) => [
      "/bin/sh",
      ["-c", 'echo $$ > "$0" && exec "$@"', fileOf("cgroup.procs"), command, ...args],
    ],
    async read() {
      const kills = await readFile(fileOf(files.kills), "utf8");
      return {
        peak: Number(await readFile(fileOf(files.peak), "utf8")),
        kills: Number(/^oom_kill (\d+)$/m.exec(kills)?.[1]),
      };
    },
    remove,
  };
}

async function findFiles(): Promise<Files | undefined> {
  const groups = await readFile("/proc/self/cgroup", "utf8").catch(() => "");
  const first = /^\d+:memory:(.*)$/m.exec(groups)?.[1];
  if (first !== undefined) {
    return {
      folder: path.join("/sys/fs/cgroup/memory", first),
      // The second counts swap too, and may not be below the first.
      limits: ["memory.limit_in_bytes", "memory.memsw.limit_in_bytes"],
      noSwap: "memory.swappiness",
      peak: "memory.max_usage_in_bytes",
      kills: "memory.oom_control",
    };
  }
  const second = /^0::(.*)$/m.exec(groups)?.[1];
  if (second === undefined) return undefined;
  return {
    // A group of the second version has either processes or groups with limits.
    folder: path.join("/sys/fs/cgroup", second, ".."),
    limits: ["memory.max"],
    noSwap: "memory.swap.max",
    peak: "memory.peak",
    kills: "memory.events",
  };
}

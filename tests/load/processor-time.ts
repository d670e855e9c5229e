import { readdir, readFile } from "node:fs/promises";

/** Clock ticks per second in /proc/<pid>/stat; Linux reports 100 on every platform. */
const ticksPerSecond = 100;

/** Processor seconds of a process and its descendants so far; undefined without /proc. */
export async function readProcessorSeconds(pid: number): Promise<number | undefined> {
  const stats = await readStats();
  if (!stats.has(pid)) return undefined;
  const belongs = (id: number): boolean => {
    const parent = stats.get(id)?.parent;
    return id === pid || (parent !== undefined && parent > 1 && belongs(parent));
  };
  return (
    [...stats].reduce((sum, [id, { ticks }]) => sum + (belongs(id) ? ticks : 0), 0) / ticksPerSecond
  );
}

async function readStats(): Promise<Map<number, { parent: number; ticks: number }>> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const stats = new Map<number, { parent: number; ticks: number }>();
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    // The command's name, in parentheses, may contain spaces: state, parent, …, utime and stime follow it.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    if (fields.length > 12)
      stats.set(Number(pid), {
        parent: Number(fields[1]),
        ticks: Number(fields[11]) + Number(fields[12]),
      });
  }
  return stats;
}

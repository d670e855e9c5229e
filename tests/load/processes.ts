import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** Clock ticks per second in /proc/<pid>/stat; Linux reports 100 on every platform. */
const ticksPerSecond = 100;
const peakIntervalMs = 100;

/** Processor seconds of a process and its descendants so far; NaN without /proc. */
export async function readProcessorSeconds(root: number): Promise<number> {
  const stats = await readStats();
  if (!stats.has(root)) return Number.NaN;
  const ticks = listTree(stats, [root]).map((pid) => stats.get(pid)?.ticks ?? 0);
  return ticks.reduce((sum, count) => sum + count, 0) / ticksPerSecond;
}

/** Proportional bytes (PSS) of processes and their descendants: shared pages are divided among their users. */
export async function readMemory(roots: Iterable<number>): Promise<number> {
  const sizes = await Promise.all(
    (await listPrograms(roots)).map(async (pid) => {
      // Empty for a process that has just ended.
      const text = await readProcessFile(pid, "smaps_rollup");
      return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The last descendant: the shop itself under npm and its shell. */
export async function findLast(root: number): Promise<number> {
  return (await listPrograms([root])).at(-1) ?? root;
}

/** The most bytes that processes have held since the last `restart`. */
export type PeakMemory = { restart(): void; read(): number };

/** Reads the memory of the processes `roots` and their descendants every 100 ms until `signal`. */
export function watchPeak(roots: ReadonlySet<number>, signal: AbortSignal): PeakMemory {
  let peak = 0;
  void sampleMemory(roots, signal, peakIntervalMs, (bytes) => {
    peak = Math.max(peak, bytes);
  });
  return {
    restart() {
      peak = 0;
    },
    read: () => peak,
  };
}

/** Reads the memory of processes and their descendants in an interval until `signal`. */
export async function sampleMemory(
  roots: ReadonlySet<number>,
  signal: AbortSignal,
  intervalMs: number,
  onSample: (bytes: number) => void,
): Promise<void> {
  while (!signal.aborted) {
    onSample(await readMemory(roots));
    await delay(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}

type Stat = { parent: number; ticks: number };

async function readStats(): Promise<Map<number, Stat>> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const stats = new Map<number, Stat>();
  for (const pid of pids.map(Number)) {
    const text = await readProcessFile(pid, "stat");
    // The command's name, in parentheses, may contain spaces: state, parent, …, utime and stime follow it.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    if (fields.length <= 12) continue;
    stats.set(pid, { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) });
  }
  return stats;
}

function listTree(stats: ReadonlyMap<number, Stat>, roots: Iterable<number>): number[] {
  const children = (root: number) =>
    [...stats].flatMap(([pid, { parent }]) => (parent === root ? [pid] : []));
  return [...roots].flatMap((root) => [root, ...listTree(stats, children(root))]);
}

/** The processes without those that have not begun their own program: these share the memory of their parent. */
async function listPrograms(roots: Iterable<number>): Promise<number[]> {
  const stats = await readStats();
  const tree = listTree(stats, roots);
  const commands = await Promise.all(tree.map((pid) => readProcessFile(pid, "cmdline")));
  const commandOf = new Map(tree.map((pid, index) => [pid, commands[index]]));
  return tree.filter((pid) => commandOf.get(pid) !== commandOf.get(stats.get(pid)?.parent ?? 0));
}

function readProcessFile(pid: number, name: string): Promise<string> {
  return readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
}

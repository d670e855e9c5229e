import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

const intervalMs = 100;

/** The most bytes that processes have held since the last `restart`. */
export type PeakMemory = { restart(): void; read(): number };

/** Reads the memory of the processes `roots` and their descendants every 100 ms until `signal`. */
export function watchPeak(roots: ReadonlySet<number>, signal: AbortSignal): PeakMemory {
  let peak = 0;
  const watch = async () => {
    while (!signal.aborted) {
      const size = await readMemory(roots);
      peak = Math.max(peak, size);
      await delay(intervalMs, undefined, { signal }).catch(() => undefined);
    }
  };
  void watch();
  return {
    restart() {
      peak = 0;
    },
    read: () => peak,
  };
}

/** Proportional bytes (PSS) of the processes `roots` and their descendants: shared pages are divided among their users. */
export async function readMemory(roots: ReadonlySet<number>): Promise<number> {
  const sizes = await Promise.all((await listTree(roots)).map(readProportional));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The last descendant: the shop itself under npm and its shell. */
export async function findLast(root: number): Promise<number> {
  return (await listTree([root])).at(-1) ?? root;
}

async function readProportional(pid: number): Promise<number> {
  // Empty for a process that has just ended.
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
}

async function listTree(roots: Iterable<number>): Promise<number[]> {
  const tree: number[] = [];
  for (const root of roots) tree.push(root, ...(await listTree(await listPrograms(root))));
  return tree;
}

/** The children of a process without those that have not begun their own program: these share its memory. */
async function listPrograms(pid: number): Promise<number[]> {
  const command = await readCommand(pid);
  const children = await listChildren(pid);
  const commands = await Promise.all(children.map(readCommand));
  return children.filter((_, index) => commands[index] !== command);
}

function readCommand(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
}

async function listChildren(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const texts = await Promise.all(
    threads.map((thread) =>
      readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => ""),
    ),
  );
  return texts.join(" ").split(/\s+/).filter(Boolean).map(Number);
}

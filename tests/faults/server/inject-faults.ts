import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "#demo/random.ts";
import type { Gate } from "./gate.ts";
import type { History } from "./history.ts";
import type { Site } from "./site.ts";

/** The number of times that each fault is injected. */
export type Faults = {
  kills: number;
  databaseRestarts: number;
  fullDisks: number;
  storageCuts: number;
  clockMoves: number;
};

export const faultNames = [
  "process killed",
  "database restarted",
  "disk filled",
  "pictures unavailable",
  "clock moved",
] as const;

type Fault = { name: (typeof faultNames)[number]; inject(): Promise<void> };

const fullDiskMs = 2000;
const storageCutMs = 1500;
const maxClockOffsetMs = 2 * 3600 * 1000;

type Context = {
  site: Site;
  faults: Faults;
  orders: number;
  gate: Gate;
  history: History;
  random: Random;
};

/**
 * Injects the faults one after the other in random order, each repaired before the next. Each has its share of the
 * orders and is injected when half of them are acknowledged, so that the other half is affected.
 */
export async function injectFaults(context: Context): Promise<void> {
  const { site, faults, orders, gate, history, random } = context;
  const all = shuffle(listFaults(site, faults, random), random);
  const share = orders / all.length;
  for (const [index, { name, inject }] of all.entries()) {
    gate.allow(Math.ceil((index + 1) * share));
    while (history.acknowledged < (index + 0.5) * share) await delay(5);
    history.note({ what: "fault", name });
    await inject();
    await site.up();
    history.note({ what: `${name}, repaired` });
  }
}

function listFaults(site: Site, faults: Faults, random: Random): Fault[] {
  const { postgres, disk } = site;
  const { fill } = disk;
  return [
    ...repeat(faults.kills, "process killed", () => random.oneOf(site.shops).kill()),
    ...(postgres
      ? repeat(faults.databaseRestarts, "database restarted", () =>
          postgres.restart(random.next() * 1500),
        )
      : []),
    ...(fill ? repeat(faults.fullDisks, "disk filled", () => fillDisk(site, fill)) : []),
    ...repeat(faults.storageCuts, "pictures unavailable", async () => {
      await site.pictures.cut();
      await delay(storageCutMs);
      await site.pictures.restore();
    }),
    ...repeat(faults.clockMoves, "clock moved", () =>
      site.moveClock(Math.round((random.next() * 2 - 1) * maxClockOffsetMs)),
    ),
  ];
}

async function fillDisk(site: Site, fill: () => Promise<void>): Promise<void> {
  await fill();
  await delay(fullDiskMs);
  await site.disk.free();
  // PostgreSQL exits when it cannot write its log.
  if (site.postgres && !site.postgres.isUp()) await site.postgres.restart();
}

function repeat(count: number, name: Fault["name"], inject: () => Promise<void>): Fault[] {
  return Array.from({ length: count }, () => ({ name, inject }));
}

function shuffle<T>(items: T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

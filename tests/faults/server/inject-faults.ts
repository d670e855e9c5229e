import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "../random.ts";
import type { Gate } from "./gate.ts";
import type { History } from "./history.ts";
import type { Site } from "./site.ts";

/** How often each thing breaks. */
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
  "pictures cut off",
  "clock moved",
] as const;

type Fault = { name: (typeof faultNames)[number]; strike(): Promise<void> };

const fullFor = 2000;
const cutFor = 1500;
const farthest = 2 * 3600 * 1000;

type Trouble = {
  site: Site;
  faults: Faults;
  orders: number;
  gate: Gate;
  history: History;
  random: Random;
};

/**
 * Breaks one thing after the other, in a drawn order, each mended before the next. Each has its share of the orders:
 * it strikes when half of them are acknowledged, so that the other half meets it.
 */
export async function injectFaults(trouble: Trouble): Promise<void> {
  const { site, faults, orders, gate, history, random } = trouble;
  const all = shuffled(faultsOf(site, faults, random), random);
  const share = orders / all.length;
  for (const [index, { name, strike }] of all.entries()) {
    gate.openTo(Math.ceil((index + 1) * share));
    while (history.acknowledged < (index + 0.5) * share) await delay(5);
    history.note({ what: "fault", name });
    await strike();
    await site.up();
    history.note({ what: `${name}, mended` });
  }
}

function faultsOf(site: Site, faults: Faults, random: Random): Fault[] {
  const { postgres, disk } = site;
  const { fill } = disk;
  return [
    ...times(faults.kills, "process killed", () => random.oneOf(site.shops).kill()),
    ...(postgres
      ? times(faults.databaseRestarts, "database restarted", () =>
          postgres.restart(random.next() * 1500),
        )
      : []),
    ...(fill ? times(faults.fullDisks, "disk filled", () => fillFor(site, fill)) : []),
    ...times(faults.storageCuts, "pictures cut off", async () => {
      await site.pictures.cut();
      await delay(cutFor);
      await site.pictures.restore();
    }),
    ...times(faults.clockMoves, "clock moved", () =>
      site.moveClock(Math.round((random.next() * 2 - 1) * farthest)),
    ),
  ];
}

async function fillFor(site: Site, fill: () => Promise<void>): Promise<void> {
  await fill();
  await delay(fullFor);
  await site.disk.free();
  // A PostgreSQL that found no room for its log has ended.
  if (site.postgres && !site.postgres.isUp()) await site.postgres.restart();
}

function times(count: number, name: Fault["name"], strike: () => Promise<void>): Fault[] {
  return Array.from({ length: count }, () => ({ name, strike }));
}

function shuffled<T>(items: T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

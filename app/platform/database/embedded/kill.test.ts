import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { pedidos } from "#app/domain/orders/table.ts";
import { migratedFolder } from "#tests/support/database-folders.ts";
import { testLog } from "#tests/support/rows.ts";
import { openEmbeddedDatabase } from "./open.ts";

const writer = fileURLToPath(
  new URL("../../../../tests/programs/write-orders.ts", import.meta.url),
);
const kills = 5;
const ordersPerKill = 50;
const databaseFolder = await migratedFolder();

it("loses no acknowledged order when the process is killed repeatedly", {
  tags: ["nightly"],
  timeout: 120_000,
}, async () => {
  const folder = await databaseFolder();
  const acknowledged = new Set<string>();
  for (let kill = 1; kill <= kills; kill++) {
    const child = spawn(process.execPath, [writer, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await collect(child, acknowledged, kill * ordersPerKill);
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(kills * ordersPerKill);
  const { database, close } = await openEmbeddedDatabase(folder, testLog);
  const stored = await database.select({ id: pedidos.id }).from(pedidos);
  await close();
  const lost = new Set(acknowledged);
  for (const { id } of stored) lost.delete(id);
  expect(lost).toEqual(new Set());
});

/** Reads ids until there are `count`, including those received while the child was dying. */
async function collect(child: ChildProcess, ids: Set<string>, count: number): Promise<void> {
  if (!child.stdout) throw new Error("the child has no stdout");
  const lines = createInterface({ input: child.stdout });
  await new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      // A line truncated by the kill is not an acknowledgement.
      if (line.length === 36) ids.add(line);
      if (ids.size >= count) resolve();
    });
    child.once("exit", (code) => reject(new Error(`the writer exited (${code})`)));
  });
}

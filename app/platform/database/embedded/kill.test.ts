import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { pedidos } from "#app/platform/database/schema.ts";
import { testLog } from "#app/platform/database/test-log.ts";
import { migratedFolder } from "./fixtures/temporary-folder.ts";
import { openEmbeddedDatabase } from "./open.ts";

const writer = fileURLToPath(new URL("./fixtures/write-orders.ts", import.meta.url));
const kills = 3;
const ordersEach = 100;
const databaseFolder = await migratedFolder();

it("keeps every order it acknowledged, however often the process is killed", async () => {
  const folder = await databaseFolder();
  const acknowledged = new Set<string>();
  for (let kill = 1; kill <= kills; kill++) {
    const child = spawn(process.execPath, [writer, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await collect(child, acknowledged, kill * ordersEach);
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(kills * ordersEach);
  const { database, close } = await openEmbeddedDatabase(folder, testLog);
  const stored = await database.select({ id: pedidos.id }).from(pedidos);
  await close();
  const lost = new Set(acknowledged);
  for (const { id } of stored) lost.delete(id);
  expect(lost).toEqual(new Set());
}, 120_000);

/** Reads ids until there are `enough`; those that were under way when the child died count as well. */
async function collect(child: ChildProcess, ids: Set<string>, enough: number): Promise<void> {
  if (!child.stdout) throw new Error("the child prints nowhere");
  const lines = createInterface({ input: child.stdout });
  await new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      // A line cut by the kill is no acknowledgement that anybody read.
      if (line.length === 36) ids.add(line);
      if (ids.size >= enough) resolve();
    });
    child.once("exit", (code) => reject(new Error(`the writer ended (${code})`)));
  });
}

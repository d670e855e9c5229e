import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { openDatabase } from "#app/platform/database/open.ts";
import { createLog } from "#app/platform/log.ts";
import { testLog } from "#tests/support/rows.ts";
import { startDailyBackups } from "./backups.ts";
import { startControlServer } from "./running-shop.ts";

// The system-call filter of systemd/pomar.service rejects the call in this way.
vi.mock("node:os", async (original) => ({
  ...(await original<typeof import("node:os")>()),
  setPriority() {
    throw Object.assign(new Error("operation not permitted"), { code: "EPERM" });
  },
}));

const dataDir = await mkdtemp(path.join(tmpdir(), "pomar-backup-"));
afterAll(() => rm(dataDir, { recursive: true }));

test("the daily backup is created where the priority cannot be lowered", {
  tags: ["nightly"],
}, async () => {
  vi.stubEnv("DATA_DIR", dataDir);
  const { copyFiles, close } = await openDatabase({ dataDir, log: testLog });
  if (!copyFiles) throw new Error("not an embedded database");
  const closeControl = await startControlServer(dataDir, copyFiles);
  const folder = path.join(dataDir, "backups");
  const log = createLog("silent");
  const error = vi.spyOn(log, "error");
  const times = { firstDelayMs: 1, intervalMs: 100 };
  const stop = startDailyBackups(folder, log, { times, checkNewest: async () => undefined });
  const created = async () =>
    (await readdir(folder).catch(() => [])).filter((name) => name.endsWith("Z.tar.gz"));
  await expect.poll(created, { timeout: 50_000 }).toHaveLength(1);
  await stop();
  await closeControl();
  await close();
  expect(error).not.toHaveBeenCalled();
});

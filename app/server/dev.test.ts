import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { addMigratedDatabase } from "#tests/support/migrated-folder.ts";

const dataDir = await mkdtemp(path.join(tmpdir(), "pomar-dev-"));
// Each edit restarts a process, which takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });
afterAll(() => rm(dataDir, { recursive: true }));

test("npm run dev restarts on edits of any server module and ends on SIGTERM", {
  tags: ["nightly"],
}, async () => {
  await addMigratedDatabase(dataDir);
  const child = spawn(process.execPath, ["scripts/dev.mjs"], {
    env: {
      ...process.env,
      PORT: "0",
      DATA_DIR: dataDir,
      SEED: "open",
      ADMIN_PASSWORD: "senha-de-teste",
    },
  });
  onTestFinished(() => void child.kill("SIGTERM"));
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const starts = () => output.split("Pomar is open at").length - 1;
  const waitForStart = (count: number, file: string) =>
    vi.waitFor(() => expect(starts(), `${file}\n${output}`).toBe(count), 60_000);

  await waitForStart(1, "first start");
  const files = [
    "app/shop.ts",
    "migrations/0001_shop.sql",
    "migrations/functions/05_orders.sql",
    "app/archive/databases.ts",
    "app/shared/parse-url.ts",
    "app/entry.server.tsx",
    "app/context.ts",
    "app/worker/service-worker.ts",
    "demo/seed.ts",
  ];
  for (const [index, file] of files.entries()) {
    await utimes(file, new Date(), new Date());
    await waitForStart(index + 2, file);
  }
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  expect(output).not.toMatch(/error/i);
});

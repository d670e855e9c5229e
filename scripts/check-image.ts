import { spawn, spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createIgnoreFilter, parseStages, type Stage } from "./dockerfile.ts";

// npm run check:image
// Executes the steps of docker/Dockerfile without Docker, in a temporary folder per stage, and starts the result, to test
// that packages, copied files and environment are complete, and prints the size of the files and the duration of the first
// start. Base image, users and layers are not tested.

const port = Number(process.env.PORT ?? 3090);
const startTimeoutMs = 120_000;
const root = await mkdtemp(path.join(tmpdir(), "pomar-image-"));
try {
  const stages = parseStages(await readFile("docker/Dockerfile", "utf8"));
  for (const stage of stages) await runStage(stage);
  const image = stages.at(-1);
  if (image) await startShop(image);
} finally {
  await rm(root, { recursive: true, force: true });
}

/** Maps a path in the image to the stage's folder. */
function pathInStage({ name }: Stage, file: string): string {
  return path.join(root, name, file);
}

async function runStage(stage: Stage): Promise<void> {
  await mkdir(pathInStage(stage, stage.workdir), { recursive: true });
  for (const { instruction, args, text } of stage.steps) {
    console.log(`${stage.name}: ${instruction} ${text}`);
    if (instruction === "COPY") await copy(stage, args);
    if (instruction === "RUN") run(stage, text);
  }
}

async function copy(stage: Stage, args: string[]): Promise<void> {
  const from = args.find((arg) => arg.startsWith("--from="))?.slice("--from=".length);
  const paths = args.filter((arg) => !arg.startsWith("--"));
  const target = paths.pop() ?? ".";
  for (const source of paths) {
    const origin = from ? path.join(root, from, source) : path.resolve(source);
    const isFolderItself = paths.length === 1 && !target.endsWith("/");
    const name = isFolderItself ? target : path.join(target, path.basename(source));
    await cp(origin, pathInStage(stage, path.join(stage.workdir, name)), {
      recursive: true,
      filter: from
        ? () => true
        : createIgnoreFilter(await readFile("docker/Dockerfile.dockerignore", "utf8")),
    });
  }
}

function run(stage: Stage, command: string): void {
  // Only Docker can create users.
  if (command.startsWith("install -d")) return;
  const { status } = spawnSync("sh", ["-euc", command], {
    cwd: pathInStage(stage, stage.workdir),
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`RUN ${command} failed`);
}

async function startShop(stage: Stage): Promise<void> {
  const [command = "", ...args] = stage.entrypoint;
  const env = {
    ...process.env,
    ...stage.env,
    DATA_DIR: path.join(root, "data"),
    PORT: String(port),
  };
  const shop = spawn(command === "node" ? process.execPath : command, args, {
    cwd: pathInStage(stage, stage.workdir),
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const startedAt = performance.now();
  const ended = new Promise((resolve) => shop.once("exit", resolve));
  const failed = ended.then(() => Promise.reject(new Error("the shop did not start")));
  try {
    await Promise.race([waitForAnswer("/api/health"), failed]);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const page = await (await fetch(`http://127.0.0.1:${port}/produtos/polpas-de-frutas`)).text();
    if (!page.includes("Polpa")) throw new Error("the shop shows no products");
    console.log("The image is complete: the shop answers and shows its products");
    console.log(`First start: ${seconds} s. Files beside the base image: ${measureFiles(stage)}`);
  } finally {
    failed.catch(() => undefined);
    shop.kill("SIGTERM");
    await ended;
  }
}

/** Measures in kB the shop's folder and the folders in it. */
function measureFiles(stage: Stage): string {
  const folder = pathInStage(stage, stage.workdir);
  const { stdout } = spawnSync("du", ["-k", "--max-depth=1", "."], {
    cwd: folder,
    encoding: "utf8",
  });
  const sizes = stdout
    .trim()
    .split("\n")
    .map((line) => line.split("\t"));
  return sizes.map(([size, name]) => `${name} ${size} kB`).join(", ");
}

async function waitForAnswer(target: string): Promise<void> {
  const end = Date.now() + startTimeoutMs;
  while (Date.now() < end) {
    const response = await fetch(`http://127.0.0.1:${port}${target}`).catch(() => undefined);
    if (response?.ok) return;
    await wait(100);
  }
  throw new Error(`${target} did not answer`);
}

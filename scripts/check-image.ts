import { spawn, spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseStages, type Stage } from "./image/dockerfile.ts";
import { notIgnored } from "./image/ignored.ts";

// Follows docker/Dockerfile step by step without Docker, in a temporary folder for each stage, and starts what comes out:
// whether the packages, the files copied and the environment suffice. What only Docker does (the base image, users,
// layers) it does not try. `npm run check:image`

const port = Number(process.env.PORT ?? 3090);
const patience = 120_000;
const root = await mkdtemp(path.join(tmpdir(), "pomar-image-"));
try {
  const stages = parseStages(await readFile("docker/Dockerfile", "utf8"));
  for (const stage of stages) await make(stage);
  const image = stages.at(-1);
  if (image) await tryOut(image);
} finally {
  await rm(root, { recursive: true, force: true });
}

/** Absolute paths of the image lie below the stage's own folder. */
function within({ name }: Stage, file: string): string {
  return path.join(root, name, file);
}

async function make(stage: Stage): Promise<void> {
  await mkdir(within(stage, stage.workdir), { recursive: true });
  for (const { instruction, words, text } of stage.steps) {
    console.log(`${stage.name}: ${instruction} ${text}`);
    if (instruction === "COPY") await copy(stage, words);
    if (instruction === "RUN") run(stage, text);
  }
}

async function copy(stage: Stage, words: string[]): Promise<void> {
  const from = words.find((word) => word.startsWith("--from="))?.slice("--from=".length);
  const paths = words.filter((word) => !word.startsWith("--"));
  const target = paths.pop() ?? ".";
  for (const source of paths) {
    const origin = from ? path.join(root, from, source) : path.resolve(source);
    const isFolderItself = paths.length === 1 && !target.endsWith("/");
    const name = isFolderItself ? target : path.join(target, path.basename(source));
    await cp(origin, within(stage, path.join(stage.workdir, name)), {
      recursive: true,
      filter: from
        ? () => true
        : notIgnored(await readFile("docker/Dockerfile.dockerignore", "utf8")),
    });
  }
}

function run(stage: Stage, command: string): void {
  // Users are Docker's to make; folders at the root are the stage's own here.
  if (command.startsWith("install -d")) return;
  const { status } = spawnSync("sh", ["-euc", command], {
    cwd: within(stage, stage.workdir),
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`RUN ${command} failed`);
}

async function tryOut(stage: Stage): Promise<void> {
  const [command = "", ...args] = stage.entrypoint;
  const env = {
    ...process.env,
    ...stage.env,
    DATA_DIR: path.join(root, "data"),
    PORT: String(port),
  };
  const shop = spawn(command === "node" ? process.execPath : command, args, {
    cwd: within(stage, stage.workdir),
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = new Promise((resolve) => shop.once("exit", resolve));
  const fell = ended.then(() => Promise.reject(new Error("the shop did not start")));
  try {
    await Promise.race([answers("/api/health"), fell]);
    const page = await (await fetch(`http://127.0.0.1:${port}/produtos/polpas-de-frutas`)).text();
    if (!page.includes("Polpa")) throw new Error("the shop shows no goods");
    console.log("The image's files suffice: the shop answers and shows its goods");
  } finally {
    fell.catch(() => undefined);
    shop.kill("SIGTERM");
    await ended;
  }
}

async function answers(target: string): Promise<void> {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    const response = await fetch(`http://127.0.0.1:${port}${target}`).catch(() => undefined);
    if (response?.ok) return;
    await wait(500);
  }
  throw new Error(`${target} did not answer`);
}

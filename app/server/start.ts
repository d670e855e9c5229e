import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { openDatabase } from "#app/platform/database/open.ts";
import { type Environment, readEnvironment } from "#app/platform/env.ts";
import { createLog } from "#app/platform/log.ts";
import { createShop } from "#app/shop.ts";
import { type Administrator, passwordFile, readAdministrator } from "./administrator.ts";
import { createApp } from "./app.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { listen } from "./listen.ts";
import { loadPages } from "./pages.ts";
import { closeOnSignal } from "./shutdown.ts";
import { explainStartFailure } from "./start-failure.ts";

const environment = readEnvironment(process.env);
if (environment.ok) await start(environment.env).catch((error) => giveUp(error, environment.env));
else fail(environment.problem);

async function start(env: Environment): Promise<void> {
  const log = createLog(env.LOG_LEVEL);
  await prepareDataFolder(env.DATA_DIR);
  const opened = await openDatabase({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL, log });
  const administrator = await readAdministrator(env);
  const pages = await loadPages();
  const shop = createShop({ database: opened.database });
  const app = createApp({ shop, pages: async () => pages });
  const server = createServer(getRequestListener(app.fetch));
  closeOnSignal(server, () => opened.close());
  const address = await listen(server, env.PORT, env.HOST);
  welcome(env, address, administrator);
}

function welcome(env: Environment, address: string, administrator: Administrator): void {
  const lines = [`Pomar is open at ${address}`];
  if (administrator.isNew) {
    lines.push(
      `Back office: ${address}/admin`,
      `  e-mail:   ${administrator.email}`,
      `  password: ${administrator.password}`,
      `  (shown this once; kept in ${passwordFile(env)})`,
    );
  }
  process.stdout.write(`${lines.join("\n")}\n`);
}

function giveUp(error: unknown, env: Environment): void {
  const line = explainStartFailure(error, env);
  if (line) fail(line);
  console.error(error);
  process.exit(1);
}

function fail(line: string): never {
  process.stderr.write(`pomar: ${line}\n`);
  process.exit(1);
}

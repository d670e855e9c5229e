import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "#tests/support/shop-process.ts";

/** A page as the shop sends it: compressed bytes and headers. */
export type SentPage = { body: Buffer; headers: Record<string, string> };

export type ReferenceServer = { url: string; pid: number; stop(): Promise<void> };

/** Headers that the servers write themselves. */
const ownHeaders = ["connection", "date", "keep-alive", "transfer-encoding", "content-length"];

/** nginx with one worker process, which sends the same bytes and headers from disk; undefined when not installed. */
export async function startNginx(
  folder: string,
  page: SentPage,
): Promise<ReferenceServer | undefined> {
  if (spawnSync("nginx", ["-v"]).error) return undefined;
  const port = await freePort();
  await mkdir(join(folder, "site"), { recursive: true });
  await writeFile(join(folder, "site", "page"), page.body);
  const file = join(folder, "nginx.conf");
  await writeFile(file, nginxConfiguration(folder, port, page.headers));
  return start(
    spawn("nginx", ["-p", folder, "-c", file, "-g", "daemon off;"], { stdio: "ignore" }),
    port,
  );
}

/** A bare `node:http` server, which sends the same bytes and headers from memory. */
export async function startBareNode(folder: string, page: SentPage): Promise<ReferenceServer> {
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  const [pageFile, headersFile] = [join(folder, "page"), join(folder, "headers.json")];
  await writeFile(pageFile, page.body);
  const headers = { ...withoutOwn(page.headers), "content-length": String(page.body.length) };
  await writeFile(headersFile, JSON.stringify(headers));
  const program = join(import.meta.dirname, "bare-server.ts");
  const args = [program, String(port), pageFile, headersFile];
  return start(spawn(process.execPath, args, { stdio: "ignore" }), port);
}

async function start(child: ChildProcess, port: number): Promise<ReferenceServer> {
  const url = `http://127.0.0.1:${port}/page`;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if ((await fetch(url).catch(() => undefined))?.ok) {
      return {
        url,
        pid: child.pid ?? 0,
        async stop() {
          child.kill("SIGTERM");
          if (child.exitCode === null) await once(child, "exit");
        },
      };
    }
    await delay(100);
  }
  child.kill("SIGKILL");
  throw new Error("the reference server did not answer");
}

function withoutOwn(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.includes(name)));
}

function nginxConfiguration(folder: string, port: number, headers: Record<string, string>): string {
  // nginx started by root would run its worker as a user who cannot read the temporary folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const { "content-type": type = "text/html", ...others } = withoutOwn(headers);
  const lines = Object.entries(others).map(
    ([name, value]) => `add_header ${name} "${value.replaceAll(/["\\]/g, "\\$&")}";`,
  );
  return `
${user}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  server_tokens off;
  etag off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=100;
  keepalive_requests 1000000;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/site;
    location / {
      types { }
      default_type "${type}";
      ${lines.join("\n      ")}
    }
  }
}
`;
}

import { spawn, spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Serves one already compressed file by nginx, one worker process, as the measure of "as fast as a static file". */
export async function startNginx(folder: string, port: number, page: Buffer, encoding: string) {
  if (spawnSync("nginx", ["-v"]).error) return undefined;
  await mkdir(join(folder, "site"), { recursive: true });
  await writeFile(join(folder, "site", "page"), page);
  await writeFile(join(folder, "nginx.conf"), configuration(folder, port, encoding));
  const child = spawn(
    "nginx",
    ["-p", folder, "-c", join(folder, "nginx.conf"), "-g", "daemon off;"],
    {
      stdio: "ignore",
    },
  );
  const url = `http://127.0.0.1:${port}/page`;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if ((await fetch(url).catch(() => undefined))?.ok) {
      return { url, stop: () => child.kill("SIGTERM") };
    }
    await delay(100);
  }
  child.kill("SIGKILL");
  throw new Error("nginx did not answer");
}

function configuration(folder: string, port: number, encoding: string): string {
  // Started by root, its worker would be somebody else, who may not read the temporary folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `
${user}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
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
    location / { default_type "text/html; charset=utf-8"; add_header Content-Encoding ${encoding}; }
  }
}
`;
}

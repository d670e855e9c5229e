import type { Environment } from "#app/platform/env.ts";
import { type Administrator, passwordFile } from "./administrator.ts";

/** Says where the shop is and, the first time, who may enter the back office. */
export function welcome(env: Environment, address: string, administrator: Administrator): void {
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

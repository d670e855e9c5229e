import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * Installs Debian packages, as root only, and prints which and why first. False where that is impossible or fails; the
 * caller then prints what to install or does without.
 */
export function installSystemPackages(
  packages: string[],
  reason: string,
  env: Record<string, string> = {},
): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  console.log(`Installing ${packages.join(", ")} with apt-get: ${reason}`);
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", ...env },
    stdio: ["ignore", "ignore", "inherit"] as ["ignore", "ignore", "inherit"],
    timeout: 300_000,
  };
  try {
    execFileSync("apt-get", ["update", "-qq"], options);
    execFileSync(
      "apt-get",
      ["install", "-y", "-qq", "--no-install-recommends", ...packages],
      options,
    );
    return true;
  } catch (error) {
    console.warn(`${packages.join(", ")} could not be installed: ${(error as Error).message}`);
    return false;
  }
}

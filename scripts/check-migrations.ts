import { existsSync, readFileSync } from "node:fs";
import { readMigrations } from "#app/platform/database/migrate.ts";
import { listFixtures, readReleasedMigrations } from "#tests/upgrade/fixture.ts";

// `npm run check:migrations`: two migrations with one number would run in an accidental order, a shop rejects a migration that was
// edited after it ran, and a version without a fixture is one whose upgrade nobody tests.

const migrations = await readMigrations();
const names = migrations.map(({ name }) => name);
const numbers = names.map((name) => Number.parseInt(name, 10));
const repeated = names.filter((_, at) => numbers.indexOf(numbers[at] ?? 0) < at);
const misnamed = names.filter((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name));
const problems = [
  ...misnamed.map((name) => `migrations/${name} is not named 0000_name.sql`),
  ...repeated.map((name) => `migrations/${name} has the number of another migration`),
  ...(await listEdited()),
  ...listMissingFixtures(),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

async function listEdited(): Promise<string[]> {
  const checksums = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  const released = listFixtures().map(async (fixture) =>
    (await readReleasedMigrations(fixture))
      .filter(({ name, sha256 }) => checksums.get(name) !== sha256)
      .map(({ name }) => `migrations/${name} is in ${fixture}: add a migration, do not edit it`),
  );
  return (await Promise.all(released)).flat();
}

/** Lists the minor versions without a fixture: from the first release on, each has one. */
function listMissingFixtures(): string[] {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const fixture = `tests/fixtures/${version}`;
  const isRelease = /^[1-9]\d*\.\d+\.0$/.test(version);
  return isRelease && !existsSync(fixture)
    ? [`${fixture} is missing: npm run release:fixture`]
    : [];
}

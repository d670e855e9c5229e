import { readdirSync } from "node:fs";

// `npm run check:migrations`: two migrations with one number would run in an accidental order.

const names = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
const numbers = names.map((name) => Number.parseInt(name, 10));
const repeated = names.filter((_, at) => numbers.indexOf(numbers[at] ?? 0) < at);
const misnamed = names.filter((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name));
for (const name of misnamed) console.error(`migrations/${name} is not named 0000_name.sql`);
for (const name of repeated)
  console.error(`migrations/${name} has the number of another migration`);
if (repeated.length + misnamed.length > 0) process.exitCode = 1;

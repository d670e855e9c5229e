import { readFile } from "node:fs/promises";
import { writeFixture } from "./fixture.ts";

// npm run release:fixture
// Writes the shop as this version leaves it to tests/fixtures, for the upgrades of later versions.

const { version } = JSON.parse(await readFile("package.json", "utf8"));
const folder = `tests/fixtures/${version}`;
await writeFixture(folder);
console.log(`${folder}: commit it with the release`);

import type { QueryOptions } from "@electric-sql/pglite";

const timestamp = 1114;
const timestampList = 1115;
const timestamptz = 1184;
const timestamptzList = 1185;
const date = 1082;
const dateList = 1182;
const interval = 1186;
const intervalList = 1187;
const numericList = 1231;

const leftAsText = [
  ...[timestamp, timestampList, timestamptz, timestamptzList],
  ...[date, dateList, interval, intervalList, numericList],
];

/** What Drizzle wants left as PostgreSQL wrote it, on either engine: it parses these itself. */
export const drizzleParsers = Object.fromEntries(
  leftAsText.map((type) => [type, (value: string) => value]),
);

/**
 * Drizzle names its parsers again with every query, and PGlite then copies its own six hundred: a sixth of what an order
 * costs. The engine has them from the start.
 */
export function withoutParsers(options?: QueryOptions): QueryOptions {
  return { ...options, parsers: undefined };
}

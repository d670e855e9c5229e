import type { QueryOptions } from "@electric-sql/pglite";

/** PostgreSQL type ids. */
const timestamp = 1114;
const timestampList = 1115;
const timestamptz = 1184;
const timestamptzList = 1185;
const date = 1082;
const dateList = 1182;
const interval = 1186;
const intervalList = 1187;
const numericList = 1231;

const unparsedTypes = [
  timestamp,
  timestampList,
  timestamptz,
  timestamptzList,
  date,
  dateList,
  interval,
  intervalList,
  numericList,
];

/** Types that Drizzle parses itself, on either engine. */
export const drizzleParsers = Object.fromEntries(
  unparsedTypes.map((type) => [type, (value: string) => value]),
);

/**
 * Drizzle passes its parsers with every query, and PGlite then copies its own 600, a sixth of the cost of an order. The
 * engine has them from the start instead.
 */
export function withoutParsers(options?: QueryOptions): QueryOptions {
  return { ...options, parsers: undefined };
}

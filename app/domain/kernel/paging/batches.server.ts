import { setImmediate } from "node:timers/promises";

/**
 * All rows in batches of this size; `read` gets the last row of the batch before. Other requests are handled between two batches:
 * queries of the embedded database wait for no event.
 */
export async function* readBatches<Row>(
  size: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const rows = await read(last);
    if (rows.length > 0) yield rows;
    await setImmediate();
    last = rows.length === size ? rows.at(-1) : undefined;
  } while (last);
}

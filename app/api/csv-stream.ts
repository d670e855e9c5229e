import type { Context } from "hono";
import type { ApiDependencies } from "./api-types.ts";
import { sendCsv } from "./json-content.ts";

/** Sends a file in pieces, which are generated on demand. */
export async function streamCsv(
  c: Context,
  { log }: Pick<ApiDependencies, "log">,
  name: string,
  pieces: AsyncGenerator<string>,
): Promise<Response> {
  // The column names and the first rows: if this fails the response is an error, not a broken file.
  const first = [await pieces.next(), await pieces.next()];
  return sendCsv(c, name, streamText(first, pieces, log));
}

/**
 * A response body generated on demand; generation stops when the client disconnects. A failure is logged and cuts the
 * response off, so that the client does not take the file for complete.
 */
function streamText(
  first: IteratorResult<string>[],
  pieces: AsyncGenerator<string>,
  log: ApiDependencies["log"],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = first.shift() ?? (await pieces.next());
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        log.error({ err: error }, "export failed");
        controller.error(new Error("export failed"));
      }
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

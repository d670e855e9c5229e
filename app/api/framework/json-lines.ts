/** Lines of JSON, one by one as the work goes on. */
export const lineMediaType = "application/jsonl";

/**
 * The lines as the work writes them; `describeFailure` makes the last one of an error. `signal` aborts when the client
 * disconnects; work that ignores it goes on, and its lines go nowhere.
 */
export function streamLines<Line extends object>(
  work: (write: (line: Line) => void, signal: AbortSignal) => Promise<void>,
  describeFailure: (error: unknown) => Line,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const disconnection = new AbortController();
  const { signal } = disconnection;
  return new ReadableStream({
    async start(controller) {
      const write = (line: Line) => {
        if (!signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      try {
        await work(write, signal);
      } catch (error) {
        if (error !== signal.reason) write(describeFailure(error));
      }
      if (!signal.aborted) controller.close();
    },
    cancel() {
      disconnection.abort();
    },
  });
}

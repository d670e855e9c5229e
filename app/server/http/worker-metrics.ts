import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";

/** The text of one process's metrics, or of all workers' together. */
export type GatherMetrics = (own: Registry) => Promise<string>;

type Question = { pomarMetrics: number };
type Answer = { pomarMetrics: number; text?: string | undefined };

let asked = 0;

/** In a worker: the sums over all workers, which the process that leads them gathers. Its own where that fails. */
export const gatherFromWorkers: GatherMetrics = async (own) => {
  asked += 1;
  const number = asked;
  const text = await new Promise<string | undefined>((resolve) => {
    function hear(message: Answer): void {
      if (message.pomarMetrics !== number) return;
      process.off("message", hear);
      resolve(message.text);
    }
    process.on("message", hear);
    process.send?.({ pomarMetrics: number } satisfies Question);
  });
  return text ?? own.metrics();
};

/** In a worker: lets the process that leads it read these metrics. */
export function shareMetrics(own: Registry): void {
  AggregatorRegistry.setRegistries(own);
  // It listens from its making on, in a worker too.
  new AggregatorRegistry();
}

/** In the process that leads the workers: answers them. */
export function tellWorkersMetrics(): void {
  const registry = new AggregatorRegistry();
  cluster.on("message", async (worker: Worker, { pomarMetrics }: Partial<Question>) => {
    if (pomarMetrics === undefined) return;
    const text = await registry.clusterMetrics().catch(() => undefined);
    if (worker.isConnected()) worker.send({ pomarMetrics, text } satisfies Answer);
  });
}

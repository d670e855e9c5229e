import { cpus, loadavg, totalmem } from "node:os";

/** Where and when something was measured, as one line; a load near the number of processors spoils every figure. */
export function describeMachine(): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "?"}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${new Date().toISOString()}, Node ${process.version}, ${machine}, load ${loadavg()[0]?.toFixed(1)}`;
}

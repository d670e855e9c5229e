import type { WorkerMessage } from "#app/client/worker-messages.ts";
import { isAdminPath } from "#app/shared/paths.ts";
import { dropBuild, otherBuilds } from "./kept.ts";
import { build, type Client, scope } from "./scope.ts";

const longestAnswer = 2000;

/**
 * Lets go of what older builds kept, once no open page runs them. The newest of them stays until this build's own
 * catalogue is `complete`: its pages are then what there is to read without a connection. A page that does not say
 * what it runs (still loading, asleep) keeps everything for now.
 */
export async function dropOldBuilds(complete: boolean): Promise<void> {
  const [newest, ...older] = await otherBuilds();
  if (!newest) return;
  const inUse = await buildsInUse();
  if (!inUse) return;
  const unneeded = complete ? [newest, ...older] : older;
  await Promise.all(unneeded.filter((id) => !inUse.has(id)).map(dropBuild));
}

async function buildsInUse(): Promise<Set<string> | undefined> {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const pages = windows.filter(({ url }) => !isAdminPath(new URL(url).pathname));
  const answers = await Promise.all(pages.map(askBuild));
  if (answers.includes(undefined)) return undefined;
  return new Set([build.id, ...answers.filter((id) => id !== undefined)]);
}

function askBuild(client: Client): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(typeof data === "string" ? data : undefined);
    setTimeout(resolve, longestAnswer, undefined);
    const question: WorkerMessage = { kind: "which-build" };
    client.postMessage(question, [port2]);
  });
}

import type { PageMessage } from "#app/client/worker-messages.ts";
import { deliverWaiting, mayGoNow } from "#app/offline/orders/deliver.ts";
import { syncTag } from "#app/offline/orders/waiting-orders.ts";
import { answerAssets, keepAssets } from "./assets.ts";
import { dropOldBuilds } from "./old-builds.ts";
import { answerPages, keep } from "./pages.ts";
import { answerPictures } from "./pictures.ts";
import { scope } from "./scope.ts";

/**
 * The shop without a connection. What no route here names (the back office, the API, other sites) goes to the network as
 * if there were no worker.
 */
answerAssets();
answerPictures();
answerPages();

scope.addEventListener("install", (event) => {
  event.waitUntil(keepAssets().then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(scope.clients.claim().then(() => dropOldBuilds(false)));
});

scope.addEventListener("message", (event) => {
  const message = event.data as PageMessage;
  if (message.kind === "catalogue-kept") event.waitUntil(dropOldBuilds(true));
  if (message.kind === "keep") {
    const answer = keep(event, message.address);
    event.waitUntil(answer.then((kept) => event.ports?.[0]?.postMessage(kept)));
  }
});

// The browser says that the connection is back, whether or not a page is open.
scope.addEventListener("sync", (event) => {
  if (event.tag === syncTag) event.waitUntil(deliverAll());
});

/** Failing is how the browser is asked to come back later. */
async function deliverAll(): Promise<void> {
  const left = await deliverWaiting(mayGoNow);
  if (left > 0) throw new Error(`${left} orders still wait`);
}

import { StrictMode, startTransition } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { firstLoads } from "#app/client/first-loads.ts";
import { copyServerPage } from "#app/client/server-page.ts";

// zod would otherwise try `new Function`, which violates the content policy. A page may have loaded it before.
const scope = globalThis as { __zod_globalConfig?: object };
scope.__zod_globalConfig = Object.assign(scope.__zod_globalConfig ?? {}, { jitless: true });

const restoreServerPage = copyServerPage(document);
let root: Root | undefined;

Promise.all(firstLoads).then(
  () => startTransition(hydrate),
  (error) => console.warn("the page stays as the server rendered it", error),
);

function hydrate(): void {
  root = hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    { onCaughtError: reportError, onUncaughtError: reportError },
  );
}

/** A page that could not be hydrated stays as the server rendered it: readable, with links that work. */
function reportError(error: unknown): void {
  console.error(error);
  if ("hydrated" in document.documentElement.dataset) return;
  // React is still rendering: the root cannot be unmounted yet.
  setTimeout(() => {
    root?.unmount();
    root = undefined;
    restoreServerPage();
  });
}

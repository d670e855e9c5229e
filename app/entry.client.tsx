import { StrictMode, startTransition } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { firstLoads } from "#app/ui/use-late-component.ts";

const restoreServerPage = copyServerPage(document);
let root: Root | undefined;

Promise.all(firstLoads).then(
  () => startTransition(hydrate),
  (error) => console.warn("page not hydrated", error),
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

/** Copies the page as it is now. Returns how to restore it, without running its scripts again. */
function copyServerPage(page: Document): () => void {
  const { documentElement } = page;
  const markup = documentElement.innerHTML;
  const attributes = [...documentElement.attributes].map(
    ({ name, value }) => [name, value] as const,
  );
  let isRestored = false;
  return () => {
    if (isRestored) return;
    isRestored = true;
    const element = page.documentElement ?? page.appendChild(page.createElement("html"));
    for (const [name, value] of attributes) element.setAttribute(name, value);
    element.innerHTML = markup;
  };
}

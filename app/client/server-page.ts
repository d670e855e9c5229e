/** Copies the page as it is now. Returns how to restore it, without running its scripts again. */
export function copyServerPage(page: Document): () => void {
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

/**
 * Called by the build around each `import()`, in place of Vite's own function, which is four times as long: loads the style
 * sheets of the imported chunk, by their paths below `/`, before the chunk.
 */
export async function __vitePreload<Module>(
  load: () => Promise<Module>,
  styleSheets: readonly string[] = [],
): Promise<Module> {
  await Promise.all(styleSheets.map((path) => loadStyleSheet(`/${path}`)));
  return load();
}

function loadStyleSheet(href: string): Promise<unknown> | undefined {
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  document.head.append(link);
  // A page without some styles is better than none.
  return new Promise((resolve) => {
    link.onload = link.onerror = resolve;
  });
}

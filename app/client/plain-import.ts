/**
 * Called by the build around each `import()` in place of Vite's own function, which is ten times as long and preloads the
 * chunk's imports and style sheets. No chunk that is loaded this way has a style sheet: `vite.config.ts` checks it.
 */
export function __vitePreload<Module>(load: () => Promise<Module>): Promise<Module> {
  return load();
}

/** Loaded into a shop whose memory is measured: SIGUSR2 collects garbage first. Needs `--expose-gc`. */
process.on("SIGUSR2", () => globalThis.gc?.());

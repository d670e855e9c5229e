/** Loaded into a shop whose memory is measured: what lies about is no part of it. Needs `--expose-gc`. */
process.on("SIGUSR2", () => globalThis.gc?.());

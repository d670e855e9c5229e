/** The name under which this tab saves: the stream of changes gives it back, and a tab needs no notice of its own saves. */
export const thisTab = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) =>
  part.toString(36),
).join("-");

/**
 * Supported: Safari 16.4, Chrome and Edge 109, Firefox 115, Samsung Internet 21. These lack what is named here, so that no
 * file that a browser loads may use it without a feature check.
 */
const newerApis: readonly [name: string, use: RegExp][] = [
  ["URL.parse", /\bURL\.parse\(/],
  ["URL.canParse", /\bURL\.canParse\(/],
  ["URLSearchParams.size", /\b(?:\w*[qQ]uery|\w*[pP]aram(?:eter)?s)\.size\b/],
  ["Array.prototype.toSorted", /\.toSorted\(/],
  ["Array.prototype.toSpliced", /\.toSpliced\(/],
  ["Array.prototype.toReversed", /\.toReversed\(/],
  ["Array.prototype.with", /\.with\(/],
  ["Array.fromAsync", /\bArray\.fromAsync\(/],
  ["Object.groupBy", /\b(?:Object|Map)\.groupBy\(/],
  ["Promise.withResolvers", /\bPromise\.withResolvers\(/],
  ["Promise.try", /\bPromise\.try\(/],
  ["Set methods", /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/],
  ["Iterator.from", /\bIterator\.from\(/],
  ["RegExp.escape", /\bRegExp\.escape\(/],
  ["String.prototype.isWellFormed", /\.(?:isWellFormed|toWellFormed)\(/],
  ["Response.json", /\bResponse\.json\(/],
  ["ReadableStream.from", /\bReadableStream\.from\(/],
  ["AbortSignal.any", /\bAbortSignal\.any\(/],
  ["Intl.Segmenter", /\bIntl\.Segmenter\b/],
  ["OffscreenCanvas", /\bnew OffscreenCanvas\(/],
  ["crypto.randomUUID (https only)", /\bcrypto\.randomUUID\(/],
  ["Element.checkVisibility", /\.checkVisibility\(/],
  ["popover", /\.(?:showPopover|hidePopover|togglePopover)\(/],
  ["Headers.getSetCookie", /\.getSetCookie\(/],
  ["dialog.requestClose", /\.requestClose\(/],
  ["Uint8Array base64", /\.(?:toBase64|fromBase64|toHex|fromHex)\(/],
  ["scheduler", /\bscheduler\.(?:yield|postTask)\(/],
];

/** Feature checks of dependencies, as their minified text has them. */
const featureChecks = [
  /typeof URL\.canParse==`function`\?URL\.canParse\(/g,
  /crypto\.randomUUID\?crypto\.randomUUID\(/g,
];

/** The names of the newer interfaces that the text of a script uses. */
export function findNewerApis(script: string): string[] {
  const unchecked = featureChecks.reduce((text, check) => text.replace(check, ""), script);
  return newerApis.flatMap(([name, use]) => (use.test(unchecked) ? [name] : []));
}

/** Runs in the page or the worker, before any other script: it removes the functions that the oldest supported browsers lack. */
export function removeNewerApis(): void {
  const remove = (owner: object | undefined, ...names: string[]) => {
    for (const name of names) if (owner) Reflect.deleteProperty(owner, name);
  };
  remove(URL, "parse", "canParse");
  remove(URLSearchParams.prototype, "size");
  remove(Array.prototype, "toSorted", "toSpliced", "toReversed", "with");
  remove(Array, "fromAsync");
  remove(Object, "groupBy");
  remove(Map, "groupBy");
  remove(Promise, "withResolvers", "try");
  remove(AbortSignal, "any");
  remove(Response, "json");
  remove(String.prototype, "isWellFormed", "toWellFormed");
  remove(ReadableStream, "from");
  remove(ReadableStream.prototype, "values", Symbol.asyncIterator as unknown as string);
  remove(Crypto.prototype, "randomUUID");
  remove(
    globalThis,
    "OffscreenCanvas",
    "requestIdleCallback",
    "scheduler",
    "navigation",
    "Iterator",
  );
  remove(globalThis.Document?.prototype, "startViewTransition");
  remove(globalThis.Element?.prototype, "checkVisibility");
  remove(globalThis.HTMLElement?.prototype, "showPopover", "popover");
  remove(globalThis.HTMLDialogElement?.prototype, "requestClose");
  const sets = ["union", "intersection", "difference", "symmetricDifference"];
  remove(Set.prototype, ...sets, "isSubsetOf", "isSupersetOf", "isDisjointFrom");
}

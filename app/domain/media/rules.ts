const ownPath = /^(?:\/[\w.~%-]+)+$/;

/** An address that a page may show a picture from: a path of the shop's own, or https elsewhere. */
export function isPictureAddress(address: string): boolean {
  if (ownPath.test(address)) return true;
  return URL.canParse(address) && new URL(address).protocol === "https:";
}

import { toScript } from "./early-input.ts";

/**
 * Runs in the page. A phone's page keeps the local fonts that it was painted with, so that no text moves while it is read
 * (`fonts.css`). The shop's fonts are fetched once the page can be used. They are set (`data-fonts`) when the visitor follows a link,
 * and from the beginning on later visits.
 */
function setPhoneFonts(): void {
  const root = document.documentElement;
  const setFonts = () => root.setAttribute("data-fonts", "");
  let storage: Storage | undefined;
  try {
    storage = localStorage;
  } catch {
    // The browser denies storage: each visit begins with the local fonts.
  }
  if (storage?.getItem("fonts")) {
    setFonts();
    return;
  }
  new MutationObserver(async (_, observer) => {
    observer.disconnect();
    const fonts = ["1em Figtree", "700 1em Bricolage Grotesque"];
    const setAtLink = ({ target }: Event) => (target as Element).closest("a") && setFonts();
    try {
      await Promise.all(fonts.map((font) => document.fonts.load(font)));
      addEventListener("click", setAtLink, { capture: true });
      storage?.setItem("fonts", "fetched");
    } catch {
      // Without connection or room in the storage the next visit fetches them.
    }
  }).observe(root, { attributeFilter: ["data-hydrated"] });
}

export const phoneFontsScript = toScript(setPhoneFonts);

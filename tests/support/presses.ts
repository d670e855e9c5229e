import type { Locator, Page } from "@playwright/test";

/** A click, a tap, a key that is no text and a paste are one press each. */
export function countPresses(page: Page) {
  const counted = { presses: 0, characters: 0, pages: 0 };
  let { pathname } = new URL(page.url());
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame()) return;
    const { pathname: next } = new URL(frame.url());
    if (next !== pathname) counted.pages += 1;
    pathname = next;
  });
  return {
    counted,
    async click(target: Locator): Promise<void> {
      counted.presses += 1;
      await target.click();
    },
    async press(key: string): Promise<void> {
      counted.presses += 1;
      await page.keyboard.press(key);
    },
    async type(text: string): Promise<void> {
      counted.characters += text.length;
      await page.keyboard.type(text);
    },
    /** Pastes into the field that has the focus. */
    async paste(text: string): Promise<void> {
      counted.presses += 1;
      await page.locator(":focus").evaluate((field, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", pasted);
        const event = { clipboardData, bubbles: true, cancelable: true };
        const isTaken = !field.dispatchEvent(new ClipboardEvent("paste", event));
        if (!isTaken) document.execCommand("insertText", false, pasted);
      }, text);
    },
  };
}

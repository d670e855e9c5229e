import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { allowConsoleErrors } from "./test.ts";
import { isNightly } from "./test-run.ts";

/** A state that a visitor or a seller may see: a page, and the steps to a state that has no address of its own. */
export type State = {
  path: string;
  /** The state that `act` leads to. */
  name?: string;
  /** The status of the page's response. */
  status?: number;
  act?(page: Page): Promise<unknown>;
};

/**
 * Opens each state and lists what is wrong there: violations of axe (WCAG 2.2 A and AA, best practice), a page wider than the
 * window, cut texts, broken words and messages in the console. `check` adds findings of its own. One failure lists those of all states.
 */
export async function expectSoundStates(
  page: Page,
  states: readonly State[],
  consoleErrors: string[],
  check: (state: State) => Promise<string[]> = async () => [],
): Promise<void> {
  expect(states.length).toBeGreaterThan(0);
  // A transition that starts while axe reads the page would show it a color in between.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const problems: string[] = [];
  for (const [index, state] of states.entries()) {
    const { path, name, status = 200, act } = state;
    const response = await page.goto(path);
    await act?.(page);
    await page.evaluate(waitForAnimations);
    const findings = [
      ...(response?.status() === status ? [] : [`status ${response?.status()}`]),
      ...(await readViolations(page, index)),
      ...(await readLayout(page)),
      ...(await check(state)),
      // The browser reports a status from 400 itself.
      ...consoleErrors.splice(0).filter((line) => status === 200 || !line.includes(`${status}`)),
      // Another width moves the page and takes other pictures than were preloaded: it comes after what is checked of one width.
      ...(await readTabletLayouts(page)),
    ];
    allowConsoleErrors(consoleErrors, /was preloaded using link preload but not used/);
    problems.push(...findings.map((finding) => `${name ?? path}: ${finding}`));
  }
  expect(problems).toEqual([]);
}

/** Items of long lists, which look the same: checking 90 rows takes ten seconds. */
const repeatedItems = ["tbody tr:nth-child(n + 6)", "main li:nth-child(n + 6)"];

/** WCAG 2.5.3, which axe runs on request only: who speaks to the browser says what is visible. */
const visibleName = "label-content-name-mismatch";

/** The rules whose result depends on the width. */
const rulesOfWidth = ["target-size", "scrollable-region-focusable"];

/**
 * By day the wide screen shows what does not depend on the width, and every other state of the back office the contrast of the
 * dark theme: all rules in both widths and themes take three times as long.
 */
async function readViolations(page: Page, index: number): Promise<string[]> {
  await page.evaluate(axe.source);
  const isWide = (page.viewportSize()?.width ?? 0) >= 768;
  if (!isWide && !isNightly) return analyze(page, { runOnly: rulesOfWidth });
  const violations = await analyze(page, { rules: { [visibleName]: { enabled: true } } });
  const hasDarkTheme = new URL(page.url()).pathname.startsWith("/admin");
  if (!hasDarkTheme || !(isNightly || index % 2 === 0)) return violations;
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
  await page.evaluate(waitForAnimations);
  const dark = await analyze(page, { runOnly: "color-contrast" });
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  return [...violations, ...dark.map((violation) => `dark theme, ${violation}`)];
}

/** The rule and the HTML of each violation. `page` has loaded axe; its pages have no frames, which axe would not reach. */
function analyze(page: Page, options: axe.RunOptions): Promise<string[]> {
  const context = { exclude: isNightly ? [] : repeatedItems };
  return page.evaluate(
    async ([context, options]) => {
      const loaded: typeof axe = Reflect.get(window, "axe");
      const { violations } = await loaded.run(context, { ...options, resultTypes: ["violations"] });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    [context, options] as const,
  );
}

/** Runs in the page: waits for all finite animations, for a second at most. */
async function waitForAnimations(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  const settled = Promise.allSettled(ending.map(({ finished }) => finished));
  await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, 1000))]);
}

/** The widths, in pixels, of a tablet, upright and on its side: the layout of a wide screen begins there, with little room. */
const tabletWidths = [768, 1024];

/** The problems of the layout of a wide window on a tablet. */
async function readTabletLayouts(page: Page): Promise<string[]> {
  const opened = page.viewportSize();
  if (!opened || opened.width < 768) return [];
  const problems: string[] = [];
  for (const width of tabletWidths) {
    await page.setViewportSize({ width, height: opened.height });
    await page.evaluate(waitForAnimations);
    const found = await readLayout(page);
    problems.push(...found.map((problem) => `at ${width} px ${problem}`));
  }
  await page.setViewportSize(opened);
  return problems;
}

async function readLayout(page: Page): Promise<string[]> {
  return [
    ...(await page.evaluate(readCutTexts)),
    ...(await page.evaluate(readBrokenWords)),
    ...(await page.evaluate(readCutChoices)),
  ];
}

/** Runs in the page: whether it is wider than the window, and texts that end at the edge of their box without a sign, as '…' is. */
function readCutTexts(): string[] {
  const root = document.documentElement;
  const excess = root.scrollWidth - root.clientWidth;
  const problems = excess > 0 ? [`${excess} px wider than the window`] : [];
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    if (!hasText || !element.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    const isForReaders = style.clipPath !== "none" || clientWidth <= 1 || clientHeight <= 1;
    const hasSign = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
    const isClipped = /^(?:hidden|clip)/.test(style.overflow);
    if (isForReaders || hasSign || !isClipped) continue;
    const isCut = scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
    if (isCut) problems.push(`cut text: ${element.textContent?.trim().slice(0, 60)}`);
  }
  return problems;
}

/** Runs in the page: words that are broken in two lines. An address may break anywhere. */
function readBrokenWords(): string[] {
  const problems: string[] = [];
  const range = document.createRange();
  // A text for screen readers is clipped, or the box that it is in.
  const isClipped = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).clipPath.startsWith("inset") || isClipped(element.parentElement));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const words = (text.textContent ?? "").matchAll(/(?<![^\s(])\p{L}{2,16}(?![^\s.,:;)])/gu);
    for (const { index, 0: word } of words) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1 && !isClipped(text.parentElement)) problems.push(`broken word: ${word}`);
    }
  }
  return problems;
}

/** Runs in the page: fields that show a part of the chosen text, without a sign. */
function readCutChoices(): string[] {
  const problems: string[] = [];
  for (const select of document.querySelectorAll("select")) {
    const isShown = select.checkVisibility({ visibilityProperty: true }) && select.clientWidth > 1;
    if (!isShown || getComputedStyle(select).textOverflow === "ellipsis") continue;
    const chosen = select.selectedOptions[0]?.text ?? "";
    const whole = select.cloneNode() as HTMLSelectElement;
    whole.append(new Option(chosen));
    Object.assign(whole.style, { position: "absolute", width: "max-content", minWidth: "0" });
    select.after(whole);
    if (whole.offsetWidth > select.offsetWidth + 1) problems.push(`cut choice: ${chosen}`);
    whole.remove();
  }
  return problems;
}

import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

export const settingsSaved = "As configurações foram atualizadas com sucesso.";

export async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole("tab", { name });
  await tab.click();
  await expect(tab).toHaveAttribute("aria-selected", "true");
}

/** Presses the open tab's 'Salvar' and waits until it is saved. */
export async function saveSettings(page: Page): Promise<void> {
  await page.bringToFront();
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText(settingsSaved).first()).toBeVisible();
  await expect(page.getByText("Alterações não salvas", { exact: true })).toBeHidden();
}

/** Makes each save take a while. */
export async function delaySaves(page: Page): Promise<void> {
  await page.route("**/api/settings", async (route) => {
    await delay(300);
    await route.continue();
  });
}

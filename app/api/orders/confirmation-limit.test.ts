import { expect, test } from "vitest";
import { createMemoryRateLimiter } from "#app/domain/kernel/rate-limits.server.ts";
import { createConfirmationLimit } from "./confirmation-limit.ts";

function createLimit(orderLimit: number) {
  const limit = createConfirmationLimit(createMemoryRateLimiter, orderLimit);
  return async (...order: Parameters<typeof limit>) => (await limit(...order)).recipients;
}

test("a network that mails many mailboxes reaches only customers of the shop", async () => {
  const limit = createLimit(2);
  for (let sent = 0; sent < 6; sent += 1) {
    expect(await limit("10.0.0.1", `a${sent}@example.com`)).toBe("all");
  }
  expect(await limit("10.0.0.1", "outra@example.com")).toBe("customers");
  expect(await limit("10.0.0.2", "outra@example.com")).toBe("all");
});

test("an order limit of 0 disables it, for shops that see all visitors at one address", async () => {
  const limit = createLimit(0);
  for (let sent = 0; sent < 20; sent += 1) {
    expect(await limit("10.0.0.1", "ana@example.com")).toBe("all");
  }
});

test("an order that was not stored counts for neither its mailbox nor its network", async () => {
  const limit = createConfirmationLimit(createMemoryRateLimiter, 2);
  for (let sent = 0; sent < 20; sent += 1) {
    const { recipients, refund } = await limit("10.0.0.1", "ana@example.com");
    expect(recipients).toBe("all");
    await refund();
  }
});

import { openBuiltShop } from "#app/server/built-shop.ts";
import { runShop } from "#app/server/run-shop.ts";

// The built shop, which also sends webhooks to this machine, and notices to the push service of a test.
const { TEST_PUSH_ORIGIN } = process.env;
const localReceivers = {
  webhooks: true,
  ...(TEST_PUSH_ORIGIN && { pushOrigins: [TEST_PUSH_ORIGIN] }),
};
await runShop(process.env, async (_server, env) => ({
  ...(await openBuiltShop(env)),
  localReceivers,
}));

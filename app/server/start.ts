import { openBuiltShop } from "./built-shop.ts";
import { runShop } from "./run-shop.ts";

// The built shop: `npm start`, or `npm start -- --workers 4`.
await runShop(process.env, (_server, env) => openBuiltShop(env), process.argv.slice(2));

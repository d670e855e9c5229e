import { describeMachine } from "./table.ts";

/**
 * Measures a shop: `npm run bench -- requests`, `orders`, `memory`, `phone` or `scale`, with a part of it or further arguments behind.
 * Exits with 1 when a target is missed.
 */
const commands: Record<string, () => Promise<{ run(args: string[]): Promise<boolean> }>> = {
  requests: () => import("./bench/requests.ts"),
  orders: () => import("./bench/orders.ts"),
  memory: () => import("./bench/memory.ts"),
  phone: () => import("./bench/phone.ts"),
  scale: () => import("./bench/scale.ts"),
};

const [name = "requests", ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) throw new Error(`no command is called ${name}: ${Object.keys(commands).join(", ")}`);
console.log(`${describeMachine()}\n`);
if (!(await (await command()).run(args))) process.exitCode = 1;

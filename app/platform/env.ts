import { BlockList, isIP } from "node:net";
import path from "node:path";
import { z } from "zod";
import { checkStorage, storageVariables } from "./storage-env.ts";

function whole(least: number, most: number) {
  const problem = `must be a whole number from ${least} to ${most}`;
  const range = z.number().min(least, problem).max(most, problem);
  return z.string().regex(/^\d+$/, problem).transform(Number).pipe(range);
}

const webAddress = z
  .url({ protocol: /^https?$/, error: "must be an address starting with http:// or https://" })
  .transform((value) => value.replace(/\/+$/, ""));

const origin = webAddress.refine((value) => new URL(value).origin === value.toLowerCase(), {
  error: "must be an address without a path, such as https://loja.example",
});

const databaseAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: "must be an address starting with postgres://",
});

const mailAddress = z.url({ protocol: /^smtps?$/, error: "must start with smtp:// or smtps://" });

const sender = z
  .string()
  .refine(
    (value) => z.email().safeParse(/^[^<>\p{Cc}]*<([^<>]+)>$/u.exec(value)?.[1] ?? value).success,
    {
      error: "must be an e-mail address, or a name with one: Loja <pedidos@loja.example>",
    },
  );

const proxies = z.string().transform((value, context) => {
  const trusted = new BlockList();
  for (const entry of value.split(",").map((part) => part.trim())) {
    if (entry !== "" && !addNetwork(trusted, entry)) {
      context.addIssue({
        code: "custom",
        message: "must be IP addresses or networks, with commas",
      });
    }
  }
  return trusted;
});

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
/** As of every new password; `domain/auth/rules.ts` says it for the back office. */
const minimumPassword = 10;

const variables = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().default("0.0.0.0"),
  DATA_DIR: z
    .string()
    .default("./data")
    .transform((folder) => path.resolve(folder)),
  PUBLIC_URL: origin.optional(),
  ADMIN_EMAIL: z.email("must be an e-mail address").default("admin@pomar.example"),
  ADMIN_PASSWORD: z
    .string()
    .min(minimumPassword, `must have at least ${minimumPassword} characters`)
    .optional(),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_CONNECTIONS: whole(1, 1000).default(10),
  ...storageVariables,
  POSTAL_CODE_URL: webAddress.optional(),
  SMTP_URL: mailAddress.optional(),
  MAIL_FROM: sender.optional(),
  SEED: z.enum(["demo", "none"], "must be demo or none").default("demo"),
  ORDER_LIMIT: whole(0, 1_000_000).default(20),
  DRAIN_SECONDS: whole(0, 300).default(0),
  TRUST_PROXY: proxies.optional(),
  OFFLINE: z.enum(["on", "off"], "must be on or off").default("on"),
  METRICS_TOKEN: z.string().optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info"),
});

const consistent = variables
  .refine(({ DATABASE_URL, DATABASE_DIRECT_URL }) => DATABASE_URL || !DATABASE_DIRECT_URL, {
    path: ["DATABASE_DIRECT_URL"],
    error: "needs DATABASE_URL beside it",
  })
  .superRefine(checkStorage);

/** The runtime contract: what the machine tells the shop, checked. `PUBLIC_URL` is an origin, `DATA_DIR` absolute. */
export type Environment = z.infer<typeof variables>;

/**
 * The environment, or one line that names the first wrong variable and never its value. An empty variable counts as
 * absent, as in `FOO= npm start`.
 */
export function readEnvironment(
  source: Record<string, string | undefined>,
): { ok: true; env: Environment } | { ok: false; problem: string } {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = consistent.safeParse(given);
  if (result.success) return { ok: true, env: result.data };
  const [issue] = result.error.issues;
  return { ok: false, problem: `${issue?.path.join(".")} ${issue?.message}` };
}

function addNetwork(list: BlockList, entry: string): boolean {
  const [address = "", prefix] = entry.split("/");
  const version = isIP(address);
  const longest = version === 4 ? 32 : 128;
  const length = prefix === undefined ? longest : Number(prefix);
  if (version === 0 || !Number.isInteger(length) || length < 0 || length > longest) return false;
  list.addSubnet(address, length, version === 4 ? "ipv4" : "ipv6");
  return true;
}

import { BlockList, isIP } from "node:net";
import path from "node:path";
import { z } from "zod";
import { isCommonPassword } from "./common-passwords.ts";
import type { ObjectStorage } from "./media/object-store.ts";

function integer(min: number, max: number) {
  const problem = `must be a whole number from ${min} to ${max}`;
  const range = z.number().min(min, problem).max(max, problem);
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

const mailServer = z.url({ protocol: /^smtps?$/, error: "must start with smtp:// or smtps://" });

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
    const message = entry === "" ? undefined : addNetwork(trusted, entry);
    if (message) context.addIssue({ code: "custom", message });
  }
  return trusted;
});

/** The largest private networks have prefixes of 8 (10.0.0.0/8) and 7 bits (fc00::/7). */
const networkTypes = {
  4: { family: "ipv4", bits: 32, minPrefix: 8 },
  6: { family: "ipv6", bits: 128, minPrefix: 7 },
} as const;

/** Adds an address or network; returns the message of an invalid one. */
function addNetwork(list: BlockList, entry: string): string | undefined {
  const [address = "", prefix] = entry.split("/");
  const version = isIP(address) as 0 | 4 | 6;
  if (version === 0) return invalidNetwork;
  const { family, bits, minPrefix } = networkTypes[version];
  const length = prefix === undefined ? bits : Number(prefix);
  if (!Number.isInteger(length) || length < 0 || length > bits) return invalidNetwork;
  if (length < minPrefix) {
    return "must name your own proxies: so large a network lets visitors forge their address";
  }
  list.addSubnet(address, length, family);
  return undefined;
}

const invalidNetwork = "must be IP addresses or networks, with commas";

const metricsToken = z
  .string()
  .regex(/^\S{16,}$/, "must have at least 16 characters and no spaces: openssl rand -hex 24");

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
/** The same as for new passwords in the back office (`domain/auth/rules.ts`). */
const minPasswordLength = 10;

/** Object storage for pictures: the first four or none; the last two are optional. */
const storageVariables = {
  S3_ENDPOINT: webAddress.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/, "must be a bucket's plain name")
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_PUBLIC_URL: webAddress.optional(),
};

const variables = z.object({
  PORT: integer(0, 65_535).default(3000),
  HOST: z.string().default("0.0.0.0"),
  DATA_DIR: z
    .string()
    .default("./data")
    .transform((folder) => path.resolve(folder)),
  PUBLIC_URL: origin.optional(),
  ADMIN_EMAIL: z.email("must be an e-mail address").default("admin@pomar.example"),
  ADMIN_PASSWORD: z
    .string()
    .min(minPasswordLength, `must have at least ${minPasswordLength} characters`)
    .refine((password) => !isCommonPassword(password), {
      error: "must be another one: this is one of the most common passwords",
    })
    .optional(),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_CONNECTIONS: integer(1, 1000).default(10),
  ...storageVariables,
  POSTAL_CODE_URL: webAddress.optional(),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: sender.optional(),
  SEED: z.enum(["demo", "none"], "must be demo or none").default("demo"),
  ORDER_LIMIT: integer(0, 1_000_000).default(20),
  DRAIN_SECONDS: integer(0, 300).default(0),
  TRUST_PROXY: proxies.optional(),
  OFFLINE: z.enum(["on", "off"], "must be on or off").default("on"),
  METRICS_TOKEN: metricsToken.optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info"),
});

const checkedVariables = variables
  .refine(({ DATABASE_URL, DATABASE_DIRECT_URL }) => DATABASE_URL || !DATABASE_DIRECT_URL, {
    path: ["DATABASE_DIRECT_URL"],
    error: "needs DATABASE_URL beside it",
  })
  .superRefine(checkStorage);

/** Validated environment variables. `PUBLIC_URL` is an origin, `DATA_DIR` an absolute path. */
export type Environment = z.infer<typeof variables>;

const requiredForStorage = [
  "S3_ENDPOINT",
  "S3_BUCKET",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
] as const;

/** Reports the first missing variable of an incomplete storage. */
function checkStorage(env: Environment, context: z.RefinementCtx): void {
  const given = Object.keys(storageVariables).find((name) => env[name as keyof Environment]);
  const missing = requiredForStorage.find((name) => env[name] === undefined);
  if (!given || !missing) return;
  context.addIssue({
    code: "custom",
    path: [missing],
    message: `must be set as well when ${given} is`,
  });
}

/**
 * The environment, or one line that names the first invalid variable and never its value. An empty variable counts as
 * absent, as in `FOO= npm start`.
 */
export function readEnvironment(
  source: Record<string, string | undefined>,
): { ok: true; env: Environment } | { ok: false; problem: string } {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = checkedVariables.safeParse(given);
  if (result.success) return { ok: true, env: result.data };
  const [issue] = result.error.issues;
  return { ok: false, problem: `${issue?.path.join(".")} ${issue?.message}` };
}

/** The object storage for pictures; undefined when they are in DATA_DIR. */
export function objectStorageOf(env: Environment): ObjectStorage | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region = "us-east-1" } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}

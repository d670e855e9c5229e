import { BlockList, isIP } from "node:net";
import path from "node:path";
import { z } from "#app/shared/zod.ts";
import type { ObjectStorage } from "./media/media-store.ts";
import { type BankProfile, bankNames, bankProfiles } from "./pix/banks.ts";

/**
 * One address per host of a PostgreSQL address with several, as libpq writes them:
 * `postgres://user@one:5432,two:5432/shop`. Exactly one of the servers is the primary, the others are its standbys.
 */
export function listHosts(url: string): string[] {
  const [, start = "", hosts = "", rest = ""] =
    /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return hosts === "" ? [url] : hosts.split(",").map((host) => start + host + rest);
}

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

const databaseAddress = z.string().refine(
  (value) =>
    listHosts(value).every((address) => {
      const { protocol = "", searchParams } = URL.parse(address) ?? {};
      const attributes = searchParams?.get("target_session_attrs") ?? "read-write";
      return /^postgres(ql)?:$/.test(protocol) && /^(read-write|primary)$/.test(attributes);
    }),
  {
    error:
      "must be an address starting with postgres://, with several hosts as one:5432,two:5432 and target_session_attrs=read-write",
  },
);

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
/** The same as for new passwords in the back office (`domain/people/rules.ts`). */
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

const httpsAddress = z
  .url({ protocol: /^https$/, error: "must be an address starting with https://" })
  .transform((value) => value.replace(/\/+$/, ""));

/** The seller's bank by API Pix: all that `requiredOfBank` names, or none. Certificates are PEM, or the path of a PEM file. */
const bankVariables = {
  PIX_BANK: z.enum(bankNames, `must be one of ${bankNames.join(", ")}`).optional(),
  PIX_APPLICATION_KEY: z.string().optional(),
  PIX_URL: httpsAddress.optional(),
  PIX_CLIENT_ID: z.string().optional(),
  PIX_CLIENT_SECRET: z.string().optional(),
  PIX_CERTIFICATE: z.string().optional(),
  PIX_CERTIFICATE_KEY: z.string().optional(),
  PIX_CA: z.string().optional(),
  PIX_TOKEN_URL: httpsAddress.optional(),
  PIX_SCOPES: z.string().optional(),
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
  ...bankVariables,
  POSTAL_CODE_URL: webAddress.optional(),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: sender.optional(),
  SEED: z
    .enum(["demo", "catalogue", "none", "open"], "must be demo, catalogue, none or open")
    .default("demo"),
  ORDER_LIMIT: integer(0, 1_000_000).default(20),
  DRAIN_SECONDS: integer(0, 300).default(0),
  TRUST_PROXY: proxies.optional(),
  OFFLINE: z.enum(["on", "off"], "must be on or off").default("on"),
  METRICS_TOKEN: metricsToken.optional(),
  BACKUP_COMMAND: z.string().optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info"),
});

const requiredForStorage = [
  "S3_ENDPOINT",
  "S3_BUCKET",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
] as const;

/** A bank that is named has its addresses, and perhaps no secret or an application key. */
function requiredOfBank({ PIX_BANK }: Environment): readonly (keyof Environment)[] {
  const bank: BankProfile | undefined = PIX_BANK && bankProfiles[PIX_BANK];
  return [
    ...(bank ? [] : (["PIX_URL"] as const)),
    "PIX_CLIENT_ID",
    ...(bank?.hasSecret === false ? [] : (["PIX_CLIENT_SECRET"] as const)),
    ...(bank?.hasApplicationKey ? (["PIX_APPLICATION_KEY"] as const) : []),
    "PIX_CERTIFICATE",
    "PIX_CERTIFICATE_KEY",
  ];
}

/** Reports the first missing variable of an incomplete group. */
function requireTogether(
  group: object,
  required: (env: Environment) => readonly (keyof Environment)[],
) {
  return (env: Environment, context: z.RefinementCtx): void => {
    const given = Object.keys(group).find((name) => env[name as keyof Environment]);
    const missing = required(env).find((name) => env[name] === undefined);
    if (!given || !missing) return;
    context.addIssue({
      code: "custom",
      path: [missing],
      message: `must be set as well when ${given} is`,
    });
  };
}

const checkedVariables = variables
  .refine(({ DATABASE_URL, DATABASE_DIRECT_URL }) => DATABASE_URL || !DATABASE_DIRECT_URL, {
    path: ["DATABASE_DIRECT_URL"],
    error: "needs DATABASE_URL beside it",
  })
  .superRefine(requireTogether(storageVariables, () => requiredForStorage))
  .superRefine(requireTogether(bankVariables, requiredOfBank));

/** Validated environment variables. `PUBLIC_URL` is an origin, `DATA_DIR` an absolute path. */
export type Environment = z.infer<typeof variables>;

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

/** The names of all settings, which `docs/settings.md` explains. */
export const settingNames = Object.keys(variables.shape);
const settingPrefixes = new Set(settingNames.flatMap((name) => /^[A-Z0-9]+_/.exec(name) ?? []));
/** "PORT" resembles too many names of other programs. */
const minResemblingLength = 6;

/** Variables that are not a setting but look like one, with the setting that was probably meant: ORDR_LIMIT → ORDER_LIMIT. */
export function findUnknownSettings(
  source: Record<string, string | undefined>,
): { name: string; meant: string | undefined }[] {
  return Object.keys(source).flatMap((name) => {
    if (settingNames.includes(name)) return [];
    const meant = settingNames.find((known) => isMisspelled(name, known));
    const hasOurPrefix = settingPrefixes.has(/^[A-Z0-9]+_/.exec(name)?.[0] ?? "");
    return meant || hasOurPrefix ? [{ name, meant }] : [];
  });
}

/** Returns whether one letter is missing, added, another one, or exchanged with its neighbor. */
function isMisspelled(name: string, known: string): boolean {
  if (known.length < minResemblingLength) return false;
  const shortened = new Set(withoutOneLetter(known));
  return withoutOneLetter(name).some((text) => shortened.has(text));
}

function withoutOneLetter(name: string): string[] {
  return [name, ...Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))];
}

/** The object storage for pictures; undefined when they are in DATA_DIR. */
export function objectStorageOf(env: Environment): ObjectStorage | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region = "us-east-1" } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}

/** The most common passwords of 10 or more characters in published leaks, and Portuguese ones that people would try. */
const commonPasswords = new Set(
  `0000000000 0123456789 0987654321 1029384756 1111111111 11111111111 111111111111 1122334455 112233445566 1212121212
  123123123123 1231231231 1234512345 1234554321 123456123456 12345678900 1234567890 12345678901 123456789012 12345678910
  1234567891 1234567899 123456789a 123456789abc 123456789o 123456789q 123456789z 1234567890a 1234567890q 1234567891011
  1234qwerasdf 1234qwerty 123456qwerty 123abc123abc 123qwe123qwe 123qweasdzxc 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u
  1qaz2wsx3edc 1qazxsw23edc 2222222222 3333333333 5555555555 6666666666 7777777777 8888888888 9876543210 98765432100
  9999999999 a123456789 a1b2c3d4e5 aaaaaaaaaa abc1234567 abc123456789 abcd123456 abcd12345678 abcdefghij abcdefghijkl
  adgjmptw123 admin12345 admin123456 admin@12345 admin@123456 adminadmin administrador administrator administrator1
  alexander1 asd123asd123 asdasdasdasd asdf123456 asdf1234asdf asdfasdfasdf asdfghjkl1 asdfghjkl123 asdfghjklç
  asdfghjkl; baseball123 basketball brasil12345 brasil123456 businessbabe butterfly1 california caralho123 changeme12
  changeme123 chocolate1 chocolate12 cinderella computer12 computer123 contrasena contraseña corinthians default123
  dragon12345 entrar12345 estrela123 facebook123 familia123 felicidade flamengo10 flamengo123 football12 football123
  google12345 gremio1903 guest12345 hello12345 iloveyou12 iloveyou123 iloveyou1234 jesuscristo jesus12345 jesuscristo1
  jordan2323 leonardo123 letmein123 letmein1234 liverpool1 lovelylove master12345 mercedes123 metallica1 michael123
  microsoft1 minhasenha minhasenha1 minhasenha123 monkey12345 motdepasse mudar12345 mudar@12345 mudar123456 mustang123
  mypassword mypassword1 mypassword123 nascimento newpassword nicole12345 p@55w0rd123 p@ssw0rd12 p@ssw0rd123 p@ssw0rd1234
  p@ssword123 palmeiras1 palmeiras10 passw0rd12 passw0rd123 passw0rd1234 password00 password01 password10 password11
  password12 password123 password1234 password12345 password123456 password1! password99 password@1 password@123
  passwordpassword pokemon123 princess12 princess123 princesa123 q123456789 q1w2e3r4t5 q1w2e3r4t5y6 qawsedrftg
  qazwsx1234 qazwsx12345 qazwsx123456 qazwsxedc1 qazwsxedc123 qazwsxedcrfv qq123456789 qqww112233 qwaszx1234 qwe1234567
  qwe123qwe123 qweasdzxc1 qweasdzxc123 qweqweqweqwe qwer123456 qwer1234qwer qwerasdfzxcv qwert12345 qwerty1234
  qwerty12345 qwerty123456 qwerty1234567 qwerty123456789 qwerty@123 qwertyqwerty qwertyuiop qwertyuiop1 qwertyuiop123
  qwertyuiop[] qwertyuiopasdfghjkl qwertz12345 raiodesol1 root123456 saopaulofc satanas666 secret1234
  secret12345 segredo123 senha00000 senha12345 senha123456 senha1234567 senha12345678 senha@1234 senha@12345
  senhasenha senhaforte senhaforte1 senhaforte123 senhasegura senhasegura1 seguranca1 sunshine12 sunshine123 superman12
  superman123 system12345 teamo12345 temporaria temporario test123456 test1234567 teste12345 teste123456 testtesttest
  tinkerbell trustno123 trocar12345 usuario123 vascodagama vitoria123 volcom1234 welcome123 welcome1234 welcome@123
  whatever12 windows1234 xxxxxxxxxx yuantuo2012 zaq12wsxcde3 zaq1zaq1zaq1 zaq1xsw2cde3 zxcvbnm123 zxcvbnm1234
  zxcvbnmasdfghjkl zxcvbnmzxcvbnm`.split(/\s+/),
);

/** Returns whether a password is among the most common ones, in any case, or repeats one character. */
function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase()) || /^(.)\1*$/su.test(password);
}

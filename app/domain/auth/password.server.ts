import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { createTurns } from "./turns.server.ts";

/** Cost of one hash: about a tenth of a second and 46 MiB (OWASP's first choice, with one more pass). */
const cost = { memory: 47_104, passes: 2, parallelism: 1 };
const tagLength = 32;
const hashesAtOnce = 2;
// Far beyond what the limits on attempts let through.
const longestLine = 1000;

const derive = promisify(argon2);

export type PasswordHasher = {
  /** argon2id with today's cost, as a PHC string. */
  hash(password: string): Promise<string>;
  verify(password: string, phc: string): Promise<boolean>;
};

/** Hashes at most two passwords at once, so that many callers cost time and never memory. */
export function createPasswordHasher(): PasswordHasher {
  const turns = createTurns(hashesAtOnce, longestLine);
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = await turns(work);
    if (!done) throw new Error("too many passwords are waiting to be hashed");
    return done.result;
  }
  return {
    hash: (password) => inTurn(() => hash(password)),
    verify: (password, phc) => inTurn(() => verify(password, phc)),
  };
}

async function hash(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive("argon2id", { message: encode(password), nonce, tagLength, ...cost });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(nonce)}$${toBase64(tag)}`;
}

async function verify(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = "", tag = ""] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc) ?? [];
  const expected = Buffer.from(tag, "base64");
  const given = await derive("argon2id", {
    message: encode(password),
    nonce: Buffer.from(salt, "base64"),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(given, expected);
}

/** The same letters from every keyboard: "ã" may come as one character or as two. */
function encode(password: string): Buffer {
  return Buffer.from(password.normalize("NFKC"));
}

function toBase64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

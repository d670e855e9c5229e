/** An error as the log tells it. */
type ToldError = { type: string; message: string; stack: string; [detail: string]: unknown };

/** Details that name things of ours. Others, such as PostgreSQL's `detail`, quote the row. */
const details = ["code", "constraint", "table", "column", "routine", "syscall", "path"];
const longestMessage = 2000;
const mostCauses = 5;

/**
 * An error with its causes and stacks, and without what visitors wrote: failed queries carry their parameters, the
 * database and JSON quote what they cannot read, mail servers repeat addresses.
 */
export function tellError(error: unknown): ToldError {
  const chain = causesOf(error);
  const told = chain.map((one) => ({ message: tellMessage(one), frames: framesOf(one), one }));
  const [first] = told;
  return {
    type: first?.one.constructor.name ?? typeof error,
    message: told.map(({ message }) => message).join(": "),
    stack: told
      .map(({ one, message, frames }) => `${one.name}: ${message}${frames}`)
      .join("\ncaused by: "),
    ...Object.assign({}, ...chain.toReversed().map(detailsOf)),
  };
}

function causesOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let one = error; one instanceof Error && chain.length < mostCauses; one = one.cause) {
    chain.push(one);
  }
  return chain;
}

function tellMessage(error: Error): string {
  const plain = error.message.replace(/\nparams: [\s\S]*$/, "").slice(0, longestMessage);
  const quotesInput = error instanceof SyntaxError || String(codeOf(error)).startsWith("22");
  const unquoted = quotesInput ? plain.replace(/"[\s\S]*"/, '"…"') : plain;
  return unquoted.replace(/[^\s<>"']+@[^\s<>"']+/g, "…");
}

/** A stack begins with the message, which is told apart. */
function framesOf({ stack = "", message }: Error): string {
  const at = stack.indexOf(message);
  const rest = at < 0 ? stack : stack.slice(at + message.length);
  const lines = rest.split("\n").filter((line) => /^ {4}at /.test(line));
  return lines.map((line) => `\n${line}`).join("");
}

function detailsOf(error: Error): Record<string, unknown> {
  const found = details.map((name) => [name, Reflect.get(error, name)]);
  return Object.fromEntries(found.filter(([, value]) => typeof value === "string"));
}

function codeOf(error: Error): unknown {
  return Reflect.get(error, "code");
}

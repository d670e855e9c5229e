import fc from "fast-check";

/** Hostile values. */
export const hostileValue = fc.oneof(
  fc.constantFrom(
    null,
    true,
    [],
    {},
    "",
    " ",
    -1,
    0,
    1.5,
    1e9,
    1e308,
    "__proto__",
    "\u0000",
    "\ud800",
    "<script>alert(1)</script>",
    "'; DROP TABLE products; --",
    "\u202eabc",
    "1e309",
    "2026-13-45",
  ),
  fc.constantFrom(2 ** 31, -(2 ** 31) - 1, 2 ** 53, 0.1 + 0.2, -0, 1e-7),
  fc.integer({ min: 1, max: 60_000 }).map((length) => "á".repeat(length)),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 300 }),
);

type Change = { steps: number[]; how: "drop" | "replace" | "add"; key: string; value: unknown };

const change: fc.Arbitrary<Change> = fc.record({
  steps: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }),
  how: fc.constantFrom("drop", "replace", "replace", "add"),
  key: fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom("__proto__", "constructor", "id")),
  value: hostileValue,
});

/** A valid value with up to three changes within it. */
export function nearlyValid(good: unknown): fc.Arbitrary<unknown> {
  return fc.array(change, { maxLength: 3 }).map((changes) =>
    // Copies: an object that contains itself cannot be serialized.
    changes.reduce((value, one) => apply(value, structuredClone(one)), structuredClone(good)),
  );
}

/** Changes the value at the path; the last existing one if the path ends earlier. */
function apply(
  value: unknown,
  { steps: [step = 0, ...steps], how, key, value: wrong }: Change,
): unknown {
  if (typeof value !== "object" || value === null) return how === "replace" ? wrong : value;
  const keys = Object.keys(value);
  const at = keys[step % Math.max(1, keys.length)];
  if (at === undefined || how === "add")
    return Array.isArray(value) ? [...value, wrong] : withField(value, key, wrong);
  const inner = Reflect.get(value, at);
  const isLeaf = steps.length === 0 || typeof inner !== "object" || inner === null;
  if (isLeaf && how === "drop") Reflect.deleteProperty(value, at);
  else Reflect.set(value, at, isLeaf ? wrong : apply(inner, { steps, how, key, value: wrong }));
  return Array.isArray(value) ? value.filter(() => true) : value;
}

/** Defines an own property, even under an inherited name. */
function withField(value: object, key: string, wrong: unknown): object {
  return Object.defineProperty(value, key, {
    value: wrong,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

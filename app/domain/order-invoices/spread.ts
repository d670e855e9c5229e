import { type Cents, sumCents } from "#app/shared/money.ts";

/**
 * Divides an amount in proportion to the bases, so that the shares sum up to it: the largest remainders get the cents that
 * rounding down leaves. No share is larger than its base as long as the amount is not larger than all of them.
 */
export function spreadCents(amount: Cents, bases: readonly Cents[]): Cents[] {
  const total = sumCents(bases);
  const weights = total > 0 ? bases : bases.map(() => 1);
  const sum = BigInt(sumCents(weights));
  const parts = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, share: Number(product / sum), rest: product % sum };
  });
  const left = amount - sumCents(parts.map(({ share }) => share));
  const byRest = [...parts].sort((one, other) => Number(other.rest - one.rest));
  for (const part of byRest.slice(0, left)) part.share += 1;
  return parts.map(({ share }) => share);
}

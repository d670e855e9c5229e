/**
 * Divides whole cents, or hundredths of them, in proportion to whole weights, so that the shares sum up to the amount: the largest
 * remainders get what rounding down leaves. No share is larger than its weight as long as the amount is not larger than all of
 * them. Without any weight the shares are equal.
 */
export function spreadAmount(amount: number, weights: readonly number[]): number[] {
  const isWeighted = weights.some((weight) => weight > 0);
  const parts = weights.map((weight) => BigInt(isWeighted ? weight : 1));
  const total = parts.reduce((sum, part) => sum + part, 0n);
  const shares = parts.map((part, index) => {
    const product = BigInt(amount) * part;
    return { index, share: Number(product / total), rest: product % total };
  });
  const left = amount - shares.reduce((sum, { share }) => sum + share, 0);
  const byRest = [...shares].sort((one, other) => Number(other.rest - one.rest));
  for (const part of byRest.slice(0, left)) part.share += 1;
  return shares.map(({ share }) => share);
}

export type WeighedLine = {
  variable_weight?: boolean | undefined;
  weight?: number | undefined;
  quantity?: number;
};

/** Price and total of the line are estimates: it is priced after weighing, and not weighed yet. */
export function isUnweighed({ variable_weight, weight, quantity }: WeighedLine): boolean {
  return variable_weight === true && weight === undefined && quantity !== 0;
}

/** Steps as the recipe's `instructions` hold them: one per line, each with its number. */
export function numbered(...steps: string[]): string {
  return steps.map((step, index) => `${index + 1}. ${step}`).join("\n");
}

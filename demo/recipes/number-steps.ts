/** Numbered steps, one per line, as in `instructions`. */
export function numberSteps(...steps: string[]): string {
  return steps.map((step, index) => `${index + 1}. ${step}`).join("\n");
}

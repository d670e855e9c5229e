import { classNames } from "#app/ui/class-names.ts";

/** A text of the seller's as paragraphs, which blank lines part. */
export function TextBlocks({ text, className }: { text: string; className?: string }) {
  const blocks = text.split(/\n\s*\n/).filter((block) => block.trim() !== "");
  return blocks.map((block) => (
    <p key={block} className={classNames("max-w-prose whitespace-pre-line", className)}>
      {block.trim()}
    </p>
  ));
}

import type { ReactNode } from "react";

type ActionRowProps = {
  text: ReactNode;
  /** Smaller, below the text. */
  detail?: ReactNode;
  /** The actions of the row. */
  children: ReactNode;
};

/** An entry of a list: a text, and its actions beside or below it. */
export function ActionRow({ text, detail, children }: ActionRowProps) {
  return (
    <li className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
      <span className="min-w-0 grow basis-48 wrap-anywhere">
        {text}
        {detail !== undefined && <span className="block text-sm text-muted">{detail}</span>}
      </span>
      {children}
    </li>
  );
}

import { type ReactNode, useId } from "react";

type SectionProps = { step: number; title: string; done: boolean; children: ReactNode };

/** A step of the checkout, ticked once it is complete. */
export function Section({ step, title, done, children }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-4 flex items-center gap-3 text-xl">
        <span
          aria-hidden
          className="facet-small grid size-8 shrink-0 place-items-center bg-tint font-sans text-base text-tint-ink"
        >
          {done ? <span className="icon-[lucide--check] size-5" /> : step}
        </span>
        {title}
      </h3>
      {children}
    </section>
  );
}

import { type ReactNode, useId } from "react";

type FormSectionProps = {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Buttons below the fields. */
  footer?: ReactNode;
};

/** Related fields on a card; title and description beside them in wide windows. */
export function FormSection({ title, description, children, footer }: FormSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="mb-4 rounded-md border border-line bg-background p-4 md:mb-6 md:p-6 lg:grid lg:grid-cols-[16rem_minmax(0,40rem)] lg:gap-x-10"
    >
      <div className="mb-4 lg:mb-0">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {description && <div className="mt-1 text-muted">{description}</div>}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {children}
        {footer && <div className="mt-1 flex flex-wrap items-center gap-3">{footer}</div>}
      </div>
    </section>
  );
}

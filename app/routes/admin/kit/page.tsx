import { type ComponentProps, type ReactNode, useId } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { actionTarget } from "#app/routes/admin/kit/shortcut-targets.ts";
import { usePendingCount, useSiteName } from "#app/routes/admin/layout-data.ts";
import { screenAt } from "#app/routes/admin/screens.ts";
import { addDays } from "#app/shared/days.ts";
import { slugify } from "#app/shared/slug.ts";
import { Button, ButtonLink, buttonClasses } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";

type PageHeaderProps = {
  title: string;
  description?: string;
  /** One `PageAction`, which has room beside the title of a phone. */
  action?: ReactNode;
  children?: ReactNode;
};

/** A screen's title, description and main action. */
export function PageHeader({ title, description, action, children }: PageHeaderProps) {
  const siteName = useSiteName();
  const pending = usePendingCount();
  const screen = screenAt(useLocation().pathname);
  return (
    <header className="mb-4 flex flex-wrap items-center md:items-start justify-between gap-x-2 gap-y-3 md:gap-x-6 md:mb-6">
      <title>{`${pending && `(${pending}) `}${title} · ${siteName}`}</title>
      <div className="min-w-0 max-md:contents">
        <h1 className="text-2xl">{title}</h1>
        {description && (
          <p
            className={classNames(
              "text-muted max-md:-mt-2 max-md:basis-full md:mt-1",
              action !== undefined && "max-md:order-last",
            )}
          >
            {description}
            {screen?.hasGuides && (
              <span className="max-md:hidden">
                {" · "}
                <Link
                  to={`/admin/help#${screen.shortcut}`}
                  className="underline underline-offset-4"
                >
                  Como fazer
                </Link>
              </span>
            )}
          </p>
        )}
      </div>
      {action}
      {children}
    </header>
  );
}

/** The screen's main action, such as 'Novo Produto', which the shortcut 'n' presses. */
export function PageAction({ children, ...rest }: ComponentProps<typeof Button>) {
  return (
    <Button ref={actionTarget} {...rest}>
      <span className="icon-[lucide--plus] size-5" aria-hidden />
      {children}
    </Button>
  );
}

type SectionLinksProps<Name extends string> = {
  label: string;
  /** The name of the section in the query of the address. */
  parameter: string;
  sections: readonly (readonly [name: Name, label: string])[];
  current: Name;
};

/** The sections of a screen, each with an address. */
export function SectionLinks<Name extends string>(props: SectionLinksProps<Name>) {
  const { label, parameter, sections, current } = props;
  return (
    <nav aria-label={label} className="mb-4 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
      {sections.map(([name, title]) => (
        <ButtonLink
          key={name}
          to={`?${parameter}=${name}`}
          variant="outline"
          aria-current={name === current ? "page" : undefined}
          className="text-center aria-[current]:border-primary aria-[current]:bg-tint aria-[current]:text-tint-ink"
        >
          {title}
        </ButtonLink>
      ))}
    </nav>
  );
}

type FormSectionProps = {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Buttons below the fields. */
  footer?: ReactNode;
};

const sectionId = (title: string) => `parte-${slugify(title)}`;

/** Links to the sections of a long page, by their titles. */
export function SectionIndex({ titles }: { titles: readonly string[] }) {
  const { search } = useLocation();
  return (
    <nav
      aria-label="Nesta aba"
      className="-mx-4 mb-3 flex gap-x-5 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
    >
      {titles.map((title) => (
        <Link
          key={title}
          to={{ search, hash: sectionId(title) }}
          replace
          className="inline-flex min-h-11 flex-none items-center underline"
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}

/** Related fields on a card; title and description beside them in wide windows. */
export function FormSection({ title, description, children, footer }: FormSectionProps) {
  const id = sectionId(title);
  return (
    <section
      aria-labelledby={id}
      className="mb-4 rounded-md border border-line bg-background p-4 md:mb-6 md:p-6 xl:grid xl:grid-cols-[16rem_minmax(0,40rem)] xl:gap-x-10"
    >
      <div className="mb-4 xl:mb-0">
        <h2 id={id} className="scroll-mt-[calc(var(--top)+5rem)] text-lg">
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

type PanelProps = {
  title: string;
  /** A link to the related screen. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
};

export function Panel({ title, action, className, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        "flex min-w-0 flex-col rounded-md border border-line bg-background p-4 md:p-5",
        className,
      )}
    >
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

export function PanelLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="-my-1.5 inline-flex min-h-11 items-center gap-1 font-semibold text-primary-ink hover:underline"
    >
      {children}
      <span className="icon-[lucide--chevron-right] size-4" aria-hidden />
    </Link>
  );
}

type DateNavigationProps = { date: string; max?: string; addressOf: (date: string) => string };

/** A screen's day, up to `max`. */
export function DateNavigation({ date, max, addressOf }: DateNavigationProps) {
  const navigate = useNavigate();
  const classes = buttonClasses({ variant: "outline", size: "icon" });
  return (
    <nav
      aria-label="Data"
      className="flex grow items-center gap-2 max-md:basis-full md:grow-0 print:hidden"
    >
      <Link to={addressOf(addDays(date, -1))} aria-label="Dia anterior" className={classes}>
        <span className="icon-[lucide--chevron-left] size-5" aria-hidden />
      </Link>
      <input
        type="date"
        aria-label="Data"
        value={date}
        max={max}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (value) void navigate(addressOf(value));
        }}
        className="min-h-11 grow rounded-md border border-field bg-background px-3"
      />
      {date !== max && (
        <Link to={addressOf(addDays(date, 1))} aria-label="Dia seguinte" className={classes}>
          <span className="icon-[lucide--chevron-right] size-5" aria-hidden />
        </Link>
      )}
    </nav>
  );
}

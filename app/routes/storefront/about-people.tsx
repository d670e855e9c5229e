import type { AboutPage } from "#app/shared/columns.ts";

/** What the shop holds itself to. */
export function Values({ values }: { values: AboutPage["values"] }) {
  if (values.length === 0) return null;
  return (
    <section className="shell section">
      <h2 className="text-3xl">Nossos valores</h2>
      <ul className="mt-8 grid gap-x-16 gap-y-8 md:grid-cols-2">
        {values.map(({ title, description }) => (
          <li key={title} className="border-t-2 border-foreground pt-4">
            <h3 className="text-xl">{title}</h3>
            <p className="mt-2 max-w-prose text-lg">{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who does what. */
export function Team({ team }: { team: AboutPage["team"] }) {
  if (team.length === 0) return null;
  return (
    <section className="bg-sunken">
      <div className="shell section">
        <h2 className="text-3xl">Nossa equipe</h2>
        <ul className="mt-6">
          {team.map(({ title, subtitle, description }) => (
            <li
              key={title}
              className="grid gap-x-8 gap-y-1 border-t border-line py-5 md:grid-cols-[1fr_1fr_2fr] md:items-baseline"
            >
              <h3 className="text-xl">{title}</h3>
              <p className="font-semibold">{subtitle}</p>
              <p className="max-w-prose max-md:mt-1">{description}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Papers that let the shop do what it does. */
export function Certifications({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <section className="bg-sunken">
      <div className="shell pb-[clamp(2.5rem,1.9rem+2.7vw,5rem)]">
        <h2 className="text-2xl">Certificações</h2>
        <ul className="mt-5 flex flex-wrap gap-3">
          {names.map((name) => (
            <li
              key={name}
              className="flex min-h-11 items-center gap-2 rounded-md border border-line bg-background py-2 pr-4 pl-3 font-semibold"
            >
              <span className="icon-[lucide--badge-check] size-5 text-success-ink" aria-hidden />
              {name}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

import type { AboutPage } from "#app/shared/columns.ts";

/** The shop in figures. */
export function Stats({ stats }: { stats: AboutPage["stats"] }) {
  if (stats.length === 0) return null;
  return (
    <section aria-label="Em números" className="bg-tint text-tint-ink">
      <dl className="shell grid grid-cols-2 gap-x-6 gap-y-8 py-10 md:grid-flow-col md:auto-cols-fr md:grid-cols-none md:py-14">
        {stats.map(({ number, label }) => (
          <div key={`${number} ${label}`} className="flex flex-col-reverse justify-end gap-1">
            <dt className="text-lg">{label}</dt>
            <dd className="font-display text-4xl font-bold tracking-tight tabular-nums">
              {number}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the shop is for, and where it wants to go. */
export function MissionVision({ mission, vision }: AboutPage["mission_vision"]) {
  const statements = [
    { title: "Missão", text: mission },
    { title: "Visão", text: vision },
  ].filter(({ text }) => text !== "");
  if (statements.length === 0) return null;
  return (
    <div className="shell section grid gap-x-16 gap-y-10 md:auto-cols-fr md:grid-flow-col">
      {statements.map(({ title, text }) => (
        <section key={title} className="max-w-3xl">
          <h2 className="text-3xl">{title}</h2>
          <p className="mt-4 text-xl leading-relaxed">{text}</p>
        </section>
      ))}
    </div>
  );
}

/** How the shop came to be, year by year. */
export function Timeline({ entries }: { entries: AboutPage["timeline"] }) {
  if (entries.length === 0) return null;
  return (
    <section className="bg-tint-deep text-on-tint-deep">
      <div className="shell section grid gap-x-16 gap-y-8 md:grid-cols-[1fr_2fr]">
        <h2 className="self-start text-3xl md:sticky md:top-28">Nossa história</h2>
        <ol>
          {entries.map(({ year, title, description }) => (
            <li
              key={`${year} ${title}`}
              className="grid grid-cols-[4.5rem_1fr] gap-x-4 border-t border-current/25 py-5 first:border-t-0 first:pt-0 md:grid-cols-[7rem_1fr]"
            >
              <p className="font-display text-2xl font-bold tracking-tight tabular-nums">{year}</p>
              <div>
                <h3 className="text-xl">{title}</h3>
                <p className="mt-1 max-w-prose">{description}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

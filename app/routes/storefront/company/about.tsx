import { shopContext } from "#app/context.ts";
import { aboutContent } from "#app/domain/company/about.ts";
import type { AboutPage } from "#app/domain/company/schema.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Breadcrumb, PageHero } from "#app/ui/page-hero.tsx";
import { businessData } from "../frame/business-data.ts";
import type { Site } from "../frame/structured-data.ts";
import { textPageMeta } from "../frame/text-page-meta.ts";
import type { Route } from "./+types/about";

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await context.get(shopContext).delivery.readPublicSettings();
  return aboutContent(settings.about_page_content, settings);
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const hero = loaderData?.hero;
  const page = {
    title: "Sobre",
    description: hero?.subtitle,
    path: "/sobre",
    image: hero?.image_url,
  };
  const more = import.meta.env.SSR ? (site: Site) => [businessData(site)] : undefined;
  return textPageMeta(matches[0].loaderData, page, more);
}

export default function About({ loaderData: content }: Route.ComponentProps) {
  const { hero } = content;
  return (
    <>
      <PageHero
        title={hero.title}
        text={hero.subtitle}
        picture={hero.image_url}
        pictureClassName="object-[100%_85%]"
        above={<Breadcrumb crumbs={[{ label: "Início", to: "/" }, { label: "Sobre" }]} />}
      >
        {hero.location && (
          <p className="mt-2 flex items-start gap-2 font-semibold">
            <span className="icon-[lucide--map-pin] mt-0.5 size-5 shrink-0" aria-hidden />
            {hero.location}
          </p>
        )}
      </PageHero>
      <Stats stats={content.stats} />
      <MissionVision {...content.mission_vision} />
      <Timeline entries={content.timeline} />
      <Values values={content.values} />
      <Team team={content.team} />
      <Certifications names={content.certifications} />
      <NextStep />
    </>
  );
}

function NextStep() {
  return (
    <section className="shell section flex flex-col gap-6 md:flex-row md:items-center md:justify-between">
      <h2 className="text-3xl">Veja nossos produtos</h2>
      <p className="flex flex-wrap gap-3">
        <ButtonLink to="/produtos" size="lg">
          Ver produtos
        </ButtonLink>
        <ButtonLink to="/contato" variant="outline" size="lg">
          Falar com a gente
        </ButtonLink>
      </p>
    </section>
  );
}

function Stats({ stats }: { stats: AboutPage["stats"] }) {
  if (stats.length === 0) return null;
  return (
    <section aria-label="Em números" className="band bg-tint text-tint-ink">
      <dl className="shell grid grid-cols-2 gap-x-6 gap-y-4 py-6 md:grid-flow-col md:auto-cols-fr md:grid-cols-none md:py-10">
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

function MissionVision({ mission, vision }: AboutPage["mission_vision"]) {
  const statements = [
    { title: "Missão", text: mission },
    { title: "Visão", text: vision },
  ].filter(({ text }) => text !== "");
  if (statements.length === 0) return null;
  return (
    <div className="shell section grid grid-cols-1 gap-x-16 gap-y-6 md:auto-cols-fr md:grid-flow-col">
      {statements.map(({ title, text }) => (
        <section key={title} className="max-w-3xl">
          <h2 className="text-3xl">{title}</h2>
          <p className="mt-3 text-lg">{text}</p>
        </section>
      ))}
    </div>
  );
}

function Timeline({ entries }: { entries: AboutPage["timeline"] }) {
  if (entries.length === 0) return null;
  return (
    <section className="band bg-tint-deep text-on-tint-deep">
      <div className="shell section grid grid-cols-1 gap-x-16 gap-y-8 md:grid-cols-[1fr_2fr]">
        <h2 className="self-start text-3xl md:sticky md:top-28">Nossa história</h2>
        <ol>
          {entries.map(({ year, title, description }) => (
            <li
              key={`${year} ${title}`}
              className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 border-t border-current/25 py-3.5 first:border-t-0 first:pt-0 md:grid-cols-[7rem_1fr]"
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

function Values({ values }: { values: AboutPage["values"] }) {
  if (values.length === 0) return null;
  return (
    <section className="shell section">
      <h2 className="text-3xl">Nossos valores</h2>
      <ul className="mt-5 grid gap-x-16 gap-y-5 md:grid-cols-2">
        {values.map(({ title, description }) => (
          <li key={title} className="border-t-2 border-foreground pt-3">
            <h3 className="text-xl">{title}</h3>
            <p className="mt-1 max-w-prose">{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Team({ team }: { team: AboutPage["team"] }) {
  if (team.length === 0) return null;
  return (
    <section className="band bg-sunken">
      <div className="shell section">
        <h2 className="text-3xl">Nossa equipe</h2>
        <ul className="mt-6">
          {team.map(({ title, subtitle, description }) => (
            <li
              key={title}
              className="grid gap-x-8 border-t border-line py-3 md:grid-cols-[1fr_1fr_2fr] md:items-baseline"
            >
              <h3 className="text-xl">{title}</h3>
              <p className="font-semibold">{subtitle}</p>
              <p className="max-w-prose">{description}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Certifications({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <section className="band bg-sunken">
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

import { shopContext } from "#app/context.ts";
import { aboutContent } from "#app/domain/settings/about.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHero } from "#app/ui/page-hero.tsx";
import type { Route } from "./+types/about";
import { Certifications, Team, Values } from "./about-people.tsx";
import { MissionVision, Stats, Timeline } from "./about-story.tsx";
import { textPageMeta } from "./seo.ts";
import { businessData } from "./structured-data.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await context.get(shopContext).readSettings();
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
  return textPageMeta(matches[0].loaderData, page, (site) => [businessData(site)]);
}

export default function AboutPage({ loaderData: content }: Route.ComponentProps) {
  const { hero } = content;
  return (
    <>
      <PageHero
        title={hero.title}
        text={hero.subtitle}
        picture={hero.image_url}
        above={<Breadcrumb crumbs={[{ label: "Início", to: "/" }, { label: "Sobre" }]} />}
      >
        <p className="mt-2 flex items-start gap-2 font-semibold">
          <span className="icon-[lucide--map-pin] mt-0.5 size-5 shrink-0" aria-hidden />
          {hero.location}
        </p>
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
      <h2 className="max-w-xl text-3xl">Agora que você nos conhece, veja o que temos no freezer</h2>
      <p className="flex flex-wrap gap-3">
        <ButtonLink to="/produtos" size="lg">
          Ver produtos
        </ButtonLink>
        <ButtonLink to="/contato" look="outline" size="lg">
          Falar com a gente
        </ButtonLink>
      </p>
    </section>
  );
}

import { cityOf } from "./company.ts";
import type { CompanyAddress } from "./company-schema.ts";
import { siteName } from "./rules.ts";
import type { AboutPage } from "./schema.ts";

/** The about page's content without blank entries. Before the first save it has default texts in its header only. */
export function aboutContent(
  saved: Partial<AboutPage> | null,
  settings: { site_name: string | null; address: CompanyAddress | null },
): AboutPage {
  const { hero, mission_vision } = saved ?? {};
  return {
    hero: {
      title: hero?.title?.trim() || `Sobre a ${siteName(settings)}`,
      subtitle: hero?.subtitle?.trim() || "Quem somos e como trabalhamos.",
      location: hero?.location?.trim() || cityOf(settings.address, ", "),
      image_url: hero?.image_url ?? "",
    },
    stats: filled(saved?.stats),
    mission_vision: {
      mission: mission_vision?.mission?.trim() ?? "",
      vision: mission_vision?.vision?.trim() ?? "",
    },
    values: filled(saved?.values),
    timeline: filled(saved?.timeline),
    team: filled(saved?.team),
    certifications: (saved?.certifications ?? []).filter((name) => name.trim() !== ""),
  };
}

function filled<T extends Record<string, string>>(entries: readonly T[] = []): T[] {
  return entries.filter((entry) => Object.values(entry).some((text) => text.trim() !== ""));
}

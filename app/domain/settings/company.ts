import { formatCnpj } from "#app/shared/format-cnpj.ts";
import { parseUrl } from "#app/shared/parse-url.ts";
import type { Claim, CompanyAddress, ServiceType } from "./company-schema.ts";
import { openingHours, weekRows } from "./opening-hours.ts";
import type { Settings } from "./schema.ts";

/** Defaults of the texts about the company, for settings that were never saved. */

const defaultServiceTypes: readonly ServiceType[] = [
  {
    name: "Atacado",
    description:
      "Caixas e volume para restaurantes, bares, mercados e revendas, com preço combinado.",
  },
  {
    name: "Varejo",
    description: "A partir de uma unidade, para a sua casa ou para a festa do fim de semana.",
  },
  {
    name: "Delivery",
    description: "Entregamos congelado na sua porta. Taxa e pedido mínimo aparecem no carrinho.",
  },
];

/** The spec's claims on the home page. */
const defaultHomeClaims: readonly Claim[] = [
  { number: "15+", label: "anos" },
  { number: "1000+", label: "clientes" },
  { number: "100%", label: "natural" },
];

/** The spec's claim on the contact page. */
export const defaultContactClaim: Claim = {
  number: "30+ anos",
  label: "levando fruta e peixe gelados a quem cozinha.",
};

const defaultHomeHero = {
  title: "O freezer cheio de fruta e de mar",
  text: "Polpas, frutas congeladas, gelo saborizado e pescados para bares, restaurantes e para a sua casa. Monte o pedido aqui, sem cadastro: a gente confirma com você e entrega congelado.",
};

export function homeHero(settings: Pick<Settings, "home_hero_title" | "home_hero_text">) {
  return {
    title: settings.home_hero_title ?? defaultHomeHero.title,
    text: settings.home_hero_text ?? defaultHomeHero.text,
  };
}

export function homeClaims({ home_claims }: Pick<Settings, "home_claims">): readonly Claim[] {
  return home_claims ?? defaultHomeClaims;
}

/** Undefined when the shop left the claim empty. */
export function contactClaim({
  contact_claim,
}: Pick<Settings, "contact_claim">): Claim | undefined {
  const claim = contact_claim ?? defaultContactClaim;
  return claim.number || claim.label ? claim : undefined;
}

export function serviceTypes({
  service_types,
}: Pick<Settings, "service_types">): readonly ServiceType[] {
  return service_types ?? defaultServiceTypes;
}

/** The address in lines: street; neighborhood, city/state; CEP. Empty parts are left out. */
export function addressLines(address: CompanyAddress | null): string[] {
  if (!address) return [];
  const { street, neighborhood, zipCode } = address;
  return [
    street,
    [neighborhood, cityOf(address)].filter(Boolean).join(", "),
    zipCode && `CEP ${zipCode.replace(/^(\d{5})(\d{3})$/, "$1-$2")}`,
  ].filter(Boolean);
}

/** 'Jundiaí/SP' */
export function cityOf(address: CompanyAddress | null, separator = "/"): string {
  return [address?.city, address?.state].filter(Boolean).join(separator);
}

/** The shop on a map: its own link, or a search for the address. */
export function mapLink(address: CompanyAddress | null): string | undefined {
  if (!address) return undefined;
  const { map_url, street, zipCode } = address;
  if (map_url) return map_url;
  if (!street) return undefined;
  return mapSearch([street, cityOf(address, " - "), zipCode].filter(Boolean).join(", "));
}

export function mapSearch(place: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: place })}`;
}

/** 'Razão Social Ltda. · CNPJ 11.222.333/0001-81'; empty when neither is known. */
export function legalLine({ legal_name, cnpj }: Pick<Settings, "legal_name" | "cnpj">): string {
  return [legal_name, cnpj && `CNPJ ${formatCnpj(cnpj)}`].filter(Boolean).join(" · ");
}

/** What every page shows about the company, ready to be rendered: the browser needs no code for it. */
export type CompanyFacts = {
  address: string[];
  legal: string;
  hours: { label: string; text: string }[];
  networks: { name: string; address: string }[];
};

export function describeCompany(
  settings: Pick<Settings, "address" | "legal_name" | "cnpj" | "opening_hours" | "social_links">,
): CompanyFacts {
  return {
    address: addressLines(settings.address),
    legal: legalLine(settings),
    hours: weekRows(openingHours(settings)).map(({ label, text }) => ({ label, text })),
    networks: settings.social_links.map((address) => ({ name: networkName(address), address })),
  };
}

const networks: readonly [host: string, name: string][] = [
  ["instagram.com", "Instagram"],
  ["facebook.com", "Facebook"],
  ["tiktok.com", "TikTok"],
  ["youtube.com", "YouTube"],
  ["linkedin.com", "LinkedIn"],
  ["x.com", "X"],
  ["twitter.com", "X"],
];

/** Name of the network of a profile's address; its host when the network is unknown. */
export function networkName(address: string): string {
  const host = parseUrl(address)?.hostname.replace(/^www\./, "") ?? address;
  const known = networks.find(([name]) => host === name || host.endsWith(`.${name}`));
  return known?.[1] ?? host;
}

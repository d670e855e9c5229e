import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { shopContext } from "#app/context.ts";
import { type CompanyFacts, cityOf, contactClaim, mapLink } from "#app/domain/company/company.ts";
import type { OpeningHours } from "#app/domain/company/company-schema.ts";
import {
  comingHolidays,
  formatDayAndMonth,
  formatHours,
  type OpenState,
  openState,
} from "#app/domain/company/open-state.ts";
import { emailAddresses } from "#app/domain/company/rules.ts";
import { acceptedPaymentMethods } from "#app/domain/payments/methods.ts";
import { phoneLinks, whatsappLink } from "#app/shared/phone-numbers.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Breadcrumb } from "#app/ui/page-hero.tsx";
import { businessData } from "../frame/business-data.ts";
import { useSite } from "../frame/site.ts";
import type { Site } from "../frame/structured-data.ts";
import { textPageMeta } from "../frame/text-page-meta.ts";
import type { Route } from "./+types/contact";

const maxHolidays = 5;

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await context.get(shopContext).delivery.readPublicSettings();
  return {
    intro: settings.page_texts?.contact_intro,
    services: settings.service_types ?? [],
    claim: contactClaim(settings),
    city: cityOf(settings.address),
    map: mapLink(settings.address),
    holidays: comingHolidays(settings.opening_hours, new Date())
      .slice(0, maxHolidays)
      .map(({ date, name, hours }) => ({
        label: name ? `${formatDayAndMonth(date)} (${name})` : formatDayAndMonth(date),
        text: formatHours(hours),
      })),
  };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const site = matches[0].loaderData;
  const city = loaderData?.city ?? "";
  const services = (loaderData?.services ?? []).map(({ name }) => name.toLowerCase());
  const page = {
    title: "Contato",
    description: [
      `Endereço${city && ` em ${city}`}, telefone, e-mail, WhatsApp e horário.`,
      services.length > 0 && `Atendemos: ${services.join(", ")}.`,
    ]
      .filter(Boolean)
      .join(" "),
    path: "/contato",
  };
  const more = import.meta.env.SSR ? (known: Site) => [businessData(known)] : undefined;
  return textPageMeta(site, page, more);
}

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  const site = useSite();
  const settings = site?.settings;
  return (
    <>
      <section className="band bg-tint-deep text-on-tint-deep">
        <div className="shell grid grid-cols-1 items-center gap-x-8 gap-y-8 py-5 pb-10 md:grid-cols-2 md:py-14 lg:grid-cols-[3fr_2fr] lg:gap-x-16">
          <div className="flex flex-col items-start gap-3">
            <Breadcrumb crumbs={[{ label: "Início", to: "/" }, { label: "Contato" }]} />
            <h1 className="text-4xl">Fale com a gente</h1>
            {loaderData.intro && <p className="max-w-prose text-lg">{loaderData.intro}</p>}
            <div className="mt-3">
              <WhatsappButton number={settings?.whatsapp ?? null} />
            </div>
          </div>
          {site && <Hours site={site} holidays={loaderData.holidays} />}
        </div>
      </section>
      <ContactCards site={site} map={loaderData.map} />
      <ContactServices
        services={loaderData.services}
        claim={loaderData.claim}
        payments={settings?.payment_methods ?? null}
      />
    </>
  );
}

type HoursProps = {
  site: NonNullable<ReturnType<typeof useSite>>;
  holidays: Route.ComponentProps["loaderData"]["holidays"];
};

function Hours({ site, holidays }: HoursProps) {
  const hours = site.settings.opening_hours;
  if (!hours) return null;
  return (
    <section className="facet bg-background p-6 text-foreground lg:p-8">
      <h2 className="text-xl">Horário de atendimento</h2>
      <OpenNow hours={hours} />
      <dl className="mt-3">
        {[...site.company.hours, ...holidays].map(({ label, text }) => (
          <div
            key={label}
            className="flex flex-wrap justify-between gap-x-4 border-t border-line py-3 first:border-t-0"
          >
            <dt>{label}</dt>
            <dd className="font-semibold tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A link, so that it works without script; disabled when the settings have no number. */
function WhatsappButton({ number }: { number: string | null }) {
  const address = whatsappLink(number);
  const label = (
    <>
      <span className="icon-[lucide--message-circle] size-6" aria-hidden />
      Conversar no WhatsApp
    </>
  );
  return address ? (
    <ButtonLink
      to={address}
      role="button"
      size="lg"
      className="max-sm:px-3"
      onKeyDown={pressBySpace}
    >
      {label}
    </ButtonLink>
  ) : (
    <Button size="lg" disabled>
      {label}
    </Button>
  );
}

// The space bar activates a button, but not a link.
function pressBySpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== " ") return;
  event.preventDefault();
  event.currentTarget.click();
}

const linkClasses = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";

type ContactCardsProps = { site: ReturnType<typeof useSite>; map: string | undefined };

function ContactCards({ site, map }: ContactCardsProps) {
  const networks = site?.company.networks ?? [];
  return (
    <div className="shell section grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-6 md:max-lg:*:first:row-span-2 lg:grid-cols-[1.2fr_0.9fr_1.2fr]">
      <Card icon="icon-[lucide--map-pin]" title="Endereço">
        {site ? <Address lines={site.company.address} map={map} /> : <Loading />}
      </Card>
      <Card icon="icon-[lucide--phone]" title="Telefone">
        {site ? <Phone number={site.settings.phone} /> : <Loading />}
      </Card>
      <Card icon="icon-[lucide--mail]" title="E-mail">
        {site ? <Emails addresses={emailAddresses(site.settings.email)} /> : <Loading />}
      </Card>
      {networks.length > 0 && (
        <Card icon="icon-[lucide--share-2]" title="Redes sociais">
          <SocialLinks networks={networks} />
        </Card>
      )}
    </div>
  );
}

function Card({ icon, title, children }: { icon: string; title: string; children: ReactNode }) {
  return (
    <section className="flex items-start gap-3 rounded-lg border border-line p-4 md:p-5 xl:gap-4 xl:p-6">
      <span className="facet-small grid size-12 shrink-0 place-items-center bg-tint text-tint-ink">
        <span className={`${icon} size-6`} aria-hidden />
      </span>
      <div className="min-w-0">
        <h2 className="text-xl">{title}</h2>
        <div className="mt-1 md:text-lg">{children}</div>
      </div>
    </section>
  );
}

function Address({ lines, map }: { lines: readonly string[]; map: string | undefined }) {
  if (lines.length === 0) return <Absent />;
  return (
    <>
      <address className="not-italic">
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      {map && (
        <a href={map} target="_blank" rel="noopener noreferrer" className={linkClasses}>
          Ver no mapa
        </a>
      )}
    </>
  );
}

function Phone({ number }: { number: string | null }) {
  const calls = phoneLinks(number);
  if (calls.length === 0) return <Absent />;
  return (
    <ul>
      {calls.map(({ text, href }) => (
        <li key={href}>
          <a href={href} className={linkClasses}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Emails({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0) return <Absent />;
  return (
    <ul>
      {addresses.map((address) => (
        <li key={address}>
          <a href={`mailto:${address}`} className={`${linkClasses} wrap-anywhere`}>
            {address}
          </a>
        </li>
      ))}
    </ul>
  );
}

function SocialLinks({ networks }: { networks: CompanyFacts["networks"] }) {
  return (
    <ul className="flex flex-wrap gap-x-5">
      {networks.map(({ name, address }) => (
        <li key={address}>
          <a href={address} target="_blank" rel="noopener noreferrer" className={linkClasses}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Absent() {
  return <p className="text-muted">Não informado</p>;
}

function Loading() {
  return <p className="text-muted">Carregando...</p>;
}

type ContactServicesProps = Pick<Route.ComponentProps["loaderData"], "services" | "claim"> & {
  payments: readonly string[] | null;
};

function ContactServices({ services, claim, payments }: ContactServicesProps) {
  const accepted = acceptedPaymentMethods(payments);
  if (services.length === 0 && !claim && accepted.length === 0) return null;
  return (
    <section className="band bg-sunken">
      <div className="shell section grid gap-x-16 gap-y-10 md:grid-cols-[1fr_2fr]">
        <div>
          <h2 className="text-3xl">Como atendemos</h2>
          {claim && (
            <>
              <p className="mt-6 font-display text-5xl font-bold tracking-tight text-primary-ink">
                {claim.number}
              </p>
              <p className="mt-1 text-lg">{claim.label}</p>
            </>
          )}
        </div>
        <div>
          <ul>
            {services.map(({ name, description }) => (
              <li
                key={name}
                className="grid gap-x-8 gap-y-1 border-t border-line py-5 first:border-t-0 md:grid-cols-[10rem_1fr] md:first:pt-0"
              >
                <h3 className="text-xl">{name}</h3>
                <p className="max-w-prose text-lg">{description}</p>
              </li>
            ))}
          </ul>
          {accepted.length > 0 && <Payments methods={accepted} />}
        </div>
      </div>
    </section>
  );
}

function Payments({ methods }: { methods: readonly string[] }) {
  return (
    <div className="grid gap-x-8 gap-y-3 border-t border-line pt-5 md:grid-cols-[10rem_1fr]">
      <h3 className="text-xl">Pagamento</h3>
      <ul className="flex flex-wrap gap-2">
        {methods.map((method) => (
          <li key={method} className="rounded-sm border border-line bg-background px-3 py-1.5">
            {method}
          </li>
        ))}
      </ul>
    </div>
  );
}

type OpenNowProps = { hours: OpeningHours };

/**
 * 'Aberto agora · fecha às 18h'. The page is cached, so the browser computes the text after hydration; the space is
 * reserved.
 */
function OpenNow({ hours }: OpenNowProps) {
  const state = useOpenState(hours);
  return (
    <p className="mb-2 flex min-h-6 items-center gap-2 font-semibold">
      {state && (
        <>
          <span
            className={`size-2.5 shrink-0 rounded-full ${state.isOpen ? "bg-success-ink" : "bg-muted"}`}
            aria-hidden
          />
          {state.text}
        </>
      )}
    </p>
  );
}

function useOpenState(hours: OpeningHours): OpenState | undefined {
  const [state, setState] = useState<OpenState>();
  useEffect(() => {
    const update = () => setState(openState(hours, new Date()));
    update();
    const timer = setInterval(update, 30_000);
    return () => clearInterval(timer);
  }, [hours]);
  return state;
}

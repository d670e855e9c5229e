import type { KeyboardEvent, ReactNode } from "react";
import {
  acceptedPaymentMethods,
  business,
  emailAddresses,
  phoneLinks,
  whatsappLink,
} from "#app/domain/settings/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/contact";
import { textPageMeta } from "./seo.ts";
import { useSite } from "./site.ts";
import { businessData, type Site } from "./structured-data.ts";

export function meta({ matches }: Route.MetaArgs) {
  const { city, state } = business.address;
  const page = {
    title: "Contato",
    description: `Endereço em ${city}/${state}, telefone, e-mail, WhatsApp e horário. Atendemos no atacado, no varejo e por delivery.`,
    path: "/contato",
  };
  const more = import.meta.env.SSR ? (site: Site) => [businessData(site)] : undefined;
  return textPageMeta(matches[0].loaderData, page, more);
}

export default function ContactPage() {
  const settings = useSite()?.settings;
  return (
    <>
      <section className="bg-tint-deep text-on-tint-deep">
        <div className="shell grid items-center gap-x-16 gap-y-8 py-5 pb-10 md:grid-cols-[3fr_2fr] md:py-14">
          <div className="flex flex-col items-start gap-3">
            <Breadcrumb crumbs={[{ label: "Início", to: "/" }, { label: "Contato" }]} />
            <h1 className="text-4xl">Fale com a gente</h1>
            <p className="max-w-prose text-lg">
              Preço para o seu volume, prazo de entrega, um produto que não achou: quem responde
              conhece a câmara fria por dentro.
            </p>
            <div className="mt-3">
              <WhatsappButton number={settings?.whatsapp ?? null} />
            </div>
          </div>
          <Hours />
        </div>
      </section>
      <ContactCards settings={settings} />
      <ContactServices payments={settings?.payment_methods ?? null} />
    </>
  );
}

function Hours() {
  return (
    <section className="facet bg-background p-6 text-foreground md:p-8">
      <h2 className="text-xl">Horário de atendimento</h2>
      <dl className="mt-3">
        {business.hours.map(({ label, text }) => (
          <div
            key={label}
            className="flex justify-between gap-4 border-t border-line py-3 first:border-t-0"
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
    <ButtonLink to={address} role="button" size="lg" onKeyDown={pressBySpace}>
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

type Contacts = Pick<Settings, "phone" | "email">;

const linkClasses = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";

function ContactCards({ settings }: { settings: Contacts | undefined }) {
  return (
    <div className="shell section grid gap-4 md:grid-cols-[1.3fr_1fr_1.2fr] md:gap-6">
      <Card icon="icon-[lucide--map-pin]" title="Endereço">
        <Address />
      </Card>
      <Card icon="icon-[lucide--phone]" title="Telefone">
        {settings ? <Phone number={settings.phone} /> : <Loading />}
      </Card>
      <Card icon="icon-[lucide--mail]" title="E-mail">
        {settings ? <Emails addresses={emailAddresses(settings.email)} /> : <Loading />}
      </Card>
    </div>
  );
}

function Card({ icon, title, children }: { icon: string; title: string; children: ReactNode }) {
  return (
    <section className="flex items-start gap-4 rounded-lg border border-line p-4 md:p-6">
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

function Address() {
  const { street, neighborhood, city, state, zipCode } = business.address;
  const query = new URLSearchParams({
    api: "1",
    query: `${street}, ${city} - ${state}, ${zipCode}`,
  });
  return (
    <>
      <address className="not-italic">
        {street}
        <br />
        {neighborhood}, {city}/{state}
        <br />
        CEP {zipCode}
      </address>
      <a
        href={`https://www.google.com/maps/search/?${query}`}
        target="_blank"
        rel="noopener noreferrer"
        className={linkClasses}
      >
        Ver no mapa
      </a>
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

function Absent() {
  return <p className="text-muted">Não informado</p>;
}

function Loading() {
  return <p className="text-muted">Carregando...</p>;
}

const explanations: Record<(typeof business.serviceTypes)[number], string> = {
  Atacado: "Caixas e volume para restaurantes, bares, mercados e revendas, com preço combinado.",
  Varejo: "A partir de uma unidade, para a sua casa ou para a festa do fim de semana.",
  Delivery: "Entregamos congelado na sua porta. Taxa e pedido mínimo aparecem no carrinho.",
};

function ContactServices({ payments }: { payments: readonly string[] | null }) {
  const accepted = acceptedPaymentMethods(payments);
  return (
    <section className="bg-sunken">
      <div className="shell section grid gap-x-16 gap-y-10 md:grid-cols-[1fr_2fr]">
        <div>
          <h2 className="text-3xl">Como atendemos</h2>
          <p className="mt-6 font-display text-5xl font-bold tracking-tight text-primary-ink">
            30+ anos
          </p>
          <p className="mt-1 text-lg">levando fruta e peixe gelados a quem cozinha.</p>
        </div>
        <div>
          <ul>
            {business.serviceTypes.map((type) => (
              <li
                key={type}
                className="grid gap-x-8 gap-y-1 border-t border-line py-5 first:border-t-0 md:grid-cols-[10rem_1fr] md:first:pt-0"
              >
                <h3 className="text-xl">{type}</h3>
                <p className="max-w-prose text-lg">{explanations[type]}</p>
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

import type { ReactNode } from "react";
import { business, emailAddresses, phoneLink } from "#app/domain/settings/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";

type Contacts = Pick<Settings, "phone" | "email">;

const linkClasses = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";

/** Where the firm is and how to reach it. Without settings they are still on their way. */
export function ContactCards({ settings }: { settings: Contacts | undefined }) {
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
  const call = phoneLink(number);
  if (!call) return <Absent />;
  return (
    <a href={call} className={linkClasses}>
      {number}
    </a>
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

import type { ReactNode } from "react";
import { Link } from "react-router";
import type { CompanyFacts } from "#app/domain/company/company.ts";
import { emailAddresses, siteName } from "#app/domain/company/rules.ts";
import { areaPath } from "#app/shared/paths.ts";
import { phoneLinks, whatsappLink } from "#app/shared/phone-numbers.ts";
import { MyOrders } from "../my-orders/menu-item.tsx";
import { Brand } from "./header.tsx";
import { mainLinks, useSite } from "./site.ts";

const linkClasses =
  "inline-flex min-h-11 items-center wrap-anywhere underline-offset-4 hover:underline";
const newTab = { target: "_blank", rel: "noopener noreferrer" };

export function Footer() {
  const site = useSite();
  const { settings, company } = site ?? {};
  const name = siteName(settings ?? { site_name: null });
  return (
    <footer className="band border-t border-line bg-sunken">
      <div className="shell grid grid-cols-1 gap-x-10 gap-y-8 py-12 sm:grid-cols-2 lg:grid-cols-[1.3fr_0.7fr_1.1fr_1.1fr]">
        <div className="flex flex-col items-start gap-3">
          <Brand />
          {company?.line && <p className="max-w-xs">{company.line}</p>}
          <Address lines={company?.address ?? []} />
        </div>
        <Navigation />
        <Contacts
          phone={settings?.phone ?? null}
          email={settings?.email ?? null}
          whatsapp={settings?.whatsapp ?? null}
        />
        {company && company.hours.length > 0 && (
          <Column title="Horário">
            <Hours rows={company.hours} />
          </Column>
        )}
      </div>
      <BottomLine
        legal={company?.legal || name}
        networks={company?.networks ?? []}
        canLeaveTable={settings?.price_table?.active === true && settings.price_table.by_link}
      />
    </footer>
  );
}

function Navigation() {
  return (
    <Column title="Navegue">
      <ul className="columns-2 sm:columns-1">
        {mainLinks.map((link) => (
          <PageLink key={link.to} {...link} />
        ))}
        <PageLink to="/pedido-rapido" label="Pedido rápido" />
        <MyOrders>{(link) => link.to !== areaPath && <PageLink {...link} />}</MyOrders>
        <PageLink to={areaPath} label="Área do cliente" />
      </ul>
    </Column>
  );
}

function PageLink({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <Link to={to} className={linkClasses}>
        {label}
      </Link>
    </li>
  );
}

type BottomLineProps = {
  legal: string;
  networks: CompanyFacts["networks"];
  /** The visitor has a price table by a link. */
  canLeaveTable: boolean;
};

/** The company's legal name, its networks, and links that few visitors need. */
function BottomLine({ legal, networks, canLeaveTable }: BottomLineProps) {
  return (
    <div className="border-t border-line">
      <div className="shell flex flex-wrap items-center gap-x-8 py-3 text-muted">
        <p className="mr-auto py-2 max-sm:w-full">{legal}</p>
        {networks.map(({ name, address }) => (
          <a key={address} href={address} {...newTab} className={linkClasses}>
            {name}
          </a>
        ))}
        {canLeaveTable && (
          <form method="post" action="/t/sair">
            <button type="submit" className={linkClasses}>
              Sair da tabela
            </button>
          </form>
        )}
        <Link to="/politicas" className={linkClasses}>
          Políticas e termos
        </Link>
        <a href="/admin" className={linkClasses}>
          Área administrativa
        </a>
      </div>
    </div>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-lg">{title}</h2>
      {children}
    </section>
  );
}

function Address({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <address className="not-italic">
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  );
}

type ContactsProps = Record<"phone" | "email" | "whatsapp", string | null>;

function Contacts({ phone, email, whatsapp }: ContactsProps) {
  const chat = whatsappLink(whatsapp);
  const links = [
    ...phoneLinks(phone),
    ...(chat ? [{ text: `WhatsApp ${whatsapp}`, href: chat }] : []),
    ...emailAddresses(email).map((address) => ({ text: address, href: `mailto:${address}` })),
  ];
  if (links.length === 0) return null;
  return (
    <Column title="Fale com a gente">
      <ul>
        {links.map(({ text, href }) => (
          <li key={href}>
            <a href={href} {...(href === chat && newTab)} className={linkClasses}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </Column>
  );
}

function Hours({ rows }: { rows: CompanyFacts["hours"] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
      {rows.map(({ label, text }) => (
        <div key={label} className="contents">
          <dt>{label}</dt>
          <dd className="whitespace-nowrap tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

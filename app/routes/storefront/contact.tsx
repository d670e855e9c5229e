import { business } from "#app/domain/settings/rules.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import type { Route } from "./+types/contact";
import { ContactCards } from "./contact-cards.tsx";
import { ContactServices } from "./contact-services.tsx";
import { WhatsappButton } from "./contact-whatsapp.tsx";
import { textPageMeta } from "./seo.ts";
import { useSite } from "./site.ts";
import { businessData } from "./structured-data.ts";

export function meta({ matches }: Route.MetaArgs) {
  const { city, state } = business.address;
  const page = {
    title: "Contato",
    description: `Endereço em ${city}/${state}, telefone, e-mail, WhatsApp e horário. Atendemos no atacado, no varejo e por delivery.`,
    path: "/contato",
  };
  return textPageMeta(matches[0].loaderData, page, (site) => [businessData(site)]);
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

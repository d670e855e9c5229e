import { acceptedPaymentMethods, whatsappLink } from "#app/domain/settings/rules.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { useSite } from "./site.ts";

/** What, for whom, and what to do next. */
export function HomeHero() {
  const settings = useSite()?.settings;
  const chat = whatsappLink(settings?.whatsapp ?? null, "Olá! Quero fazer um pedido.");
  return (
    <section className="overflow-x-clip border-b border-line">
      <div className="shell grid md:grid-cols-[minmax(0,11fr)_minmax(0,12fr)] md:items-stretch">
        <div className="flex flex-col justify-center gap-5 py-8 md:order-first md:py-20 md:pr-12">
          <h1 className="text-5xl">O freezer cheio de fruta e de mar</h1>
          <p className="max-w-xl text-lg md:text-xl">
            Polpas, frutas congeladas, gelo saborizado e pescados para bares, restaurantes e para a
            sua casa. Monte o pedido aqui, sem cadastro: a gente confirma com você e entrega
            congelado.
          </p>
          <div className="grid gap-3 sm:flex sm:flex-wrap">
            <ButtonLink to="/produtos" size="lg">
              Montar meu pedido
              <span className="icon-[lucide--arrow-right] size-5" aria-hidden />
            </ButtonLink>
            {chat && (
              <ButtonLink to={chat} look="outline" size="lg">
                <span className="icon-[lucide--message-circle] size-5" aria-hidden />
                Pedir no WhatsApp
              </ButtonLink>
            )}
          </div>
          <PaymentLine methods={acceptedPaymentMethods(settings?.payment_methods ?? null)} />
        </div>
        <div className="-order-1 max-md:-mx-(--shell-edge) md:relative md:order-none md:bleed-right md:min-h-136">
          <Picture
            src={settings?.hero_image_url}
            alt=""
            width={960}
            height={720}
            sizes="(min-width: 48rem) 55vw, 100vw"
            priority
            className="facet aspect-[16/10] md:absolute md:inset-0 md:aspect-auto md:h-full"
          />
        </div>
      </div>
    </section>
  );
}

function PaymentLine({ methods }: { methods: readonly string[] }) {
  if (methods.length === 0) return null;
  return <p className="text-muted">Aceitamos {methods.join(", ")}.</p>;
}

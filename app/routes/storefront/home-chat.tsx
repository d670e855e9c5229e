import { whatsappLink } from "#app/domain/settings/rules.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useSite } from "./site.ts";

/** For who would rather talk. */
export function HomeChat() {
  const chat = whatsappLink(useSite()?.settings.whatsapp ?? null, "Olá! Quero fazer um pedido.");
  if (!chat) return null;
  return (
    <section aria-labelledby="conversar" className="bg-tint-deep text-on-tint-deep">
      <div className="shell flex flex-col gap-6 py-12 md:flex-row md:items-center md:justify-between md:py-16">
        <div>
          <h2 id="conversar" className="text-3xl">
            Prefere conversar?
          </h2>
          <p className="mt-2 max-w-xl text-lg">
            Mande a lista do jeito que estiver. Respondemos em horário comercial com preço, estoque
            e dia de entrega.
          </p>
        </div>
        <ButtonLink to={chat} look="inherit" size="lg" className="shrink-0">
          <span className="icon-[lucide--message-circle] size-6" aria-hidden />
          Chamar no WhatsApp
        </ButtonLink>
      </div>
    </section>
  );
}

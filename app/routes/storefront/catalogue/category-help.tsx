import { whatsappLink } from "#app/shared/phone-numbers.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useSite } from "../frame/site.ts";

export function CategoryHelp() {
  const chat = whatsappLink(
    useSite()?.settings.whatsapp ?? null,
    "Olá! Procuro um produto que não encontrei no site.",
  );
  return (
    <section
      aria-labelledby="nao-encontrou"
      className="facet mt-10 flex flex-col gap-5 rounded-md bg-tint p-6 text-tint-ink md:mt-16 md:flex-row md:items-center md:justify-between md:p-10"
    >
      <div className="max-w-xl">
        <h2 id="nao-encontrou" className="text-2xl">
          Não encontrou o que procura?
        </h2>
        <p className="mt-2 text-lg">Diga o que você precisa e quanto.</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {chat && (
          <ButtonLink to={chat}>
            <span className="icon-[lucide--message-circle] size-5" aria-hidden />
            Chamar no WhatsApp
          </ButtonLink>
        )}
        <ButtonLink to="/contato" variant="inherit">
          Ver contatos
        </ButtonLink>
      </div>
    </section>
  );
}

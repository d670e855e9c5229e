import { phoneLinks, whatsappLink } from "#app/shared/phone-numbers.ts";
import { ButtonLink, buttonClasses } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";

type DownloadLinkProps = {
  href: string;
  title?: string;
  /** On phones the button shows only its icon. */
  isShort?: boolean;
  className?: string;
  children: string;
};

/** Downloads a file of the API. */
export function DownloadLink({ href, title, isShort, className, children }: DownloadLinkProps) {
  return (
    <a
      href={href}
      download
      title={title}
      className={classNames(
        buttonClasses({ variant: "outline" }),
        isShort && "max-sm:px-3",
        className,
      )}
    >
      <span className="icon-[lucide--download] size-5" aria-hidden />
      <span className={isShort ? "max-sm:sr-only" : undefined}>{children}</span>
    </a>
  );
}

/** Downloads several files at one press. A browser may ask once whether the shop may do so. */
export function downloadFiles(addresses: readonly string[]): void {
  for (const address of addresses) {
    const link = document.createElement("a");
    link.href = address;
    link.download = "";
    link.click();
  }
}

/** Opens WhatsApp with a message, where the person who gets it is chosen. */
export function SendByWhatsapp({ text }: { text: string }) {
  return (
    <ButtonLink to={`https://wa.me/?text=${encodeURIComponent(text)}`} variant="outline">
      <span className="icon-[lucide--message-circle] size-5" aria-hidden />
      Enviar por WhatsApp
    </ButtonLink>
  );
}

type ContactLinksProps = {
  phone: string;
  /** The first words of the message. */
  text?: string;
  className?: string;
};

/** 'WhatsApp' and 'Ligar', where the phone can. */
export function ContactLinks({ phone, text, className }: ContactLinksProps) {
  const chat = whatsappLink(phone, text);
  const call = phoneLinks(phone)[0]?.href;
  return (
    <>
      {chat && (
        <ButtonLink to={chat} variant="outline" className={className}>
          <span className="icon-[lucide--message-circle] size-5" aria-hidden />
          WhatsApp
        </ButtonLink>
      )}
      {call && (
        <a href={call} className={classNames(buttonClasses({ variant: "outline" }), className)}>
          <span className="icon-[lucide--phone] size-5" aria-hidden />
          Ligar
        </a>
      )}
    </>
  );
}

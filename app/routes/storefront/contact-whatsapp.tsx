import type { KeyboardEvent } from "react";
import { whatsappLink } from "#app/domain/settings/rules.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";

/** Opens a chat in a new tab; disabled when the seller has set no number. A link, so that it needs no script. */
export function WhatsappButton({ number }: { number: string | null }) {
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

// A button answers to the space bar, a link does not.
function pressBySpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== " ") return;
  event.preventDefault();
  event.currentTarget.click();
}

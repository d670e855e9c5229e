import type { ComponentProps } from "react";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";

/** By which the shortcut 'n' finds it. */
const mark = { "data-page-action": true };

/** The screen's main action, such as 'Novo Produto': in its head, or floating under the thumb on a phone. */
export function PageAction({ className, children, ...rest }: ComponentProps<typeof Button>) {
  return (
    <Button {...mark} {...rest} className={classNames("page-action", className)}>
      <span className="icon-[lucide--plus] size-5" aria-hidden />
      {children}
    </Button>
  );
}

import type { ReactNode, Ref } from "react";
import type { Cents } from "#app/shared/money.ts";
import { Button } from "#app/ui/button.tsx";
import { Price } from "#app/ui/price.tsx";

type CheckoutFooterProps = {
  formId: string;
  submitButton: Ref<HTMLButtonElement>;
  total: Cents;
  isSending: boolean;
  /** What keeps the order from being sent. */
  obstacle: string | undefined;
  /** What became of the last attempt. */
  children: ReactNode;
};

/** The total and the button that sends, always in sight. */
export function CheckoutFooter({
  formId,
  submitButton,
  total,
  isSending,
  obstacle,
  children,
}: CheckoutFooterProps) {
  return (
    <div className="flex flex-col gap-3">
      {children}
      {obstacle && (
        <p role="status" className="font-medium text-danger-ink">
          {obstacle}
        </p>
      )}
      <div className="flex items-center justify-between gap-4">
        <p className="leading-tight">
          <span className="block text-muted">Total</span>
          <Price cents={total} className="text-xl font-bold" />
        </p>
        <Button
          ref={submitButton}
          type="submit"
          form={formId}
          size="lg"
          pending={isSending}
          disabled={obstacle !== undefined}
          className="grow sm:grow-0"
        >
          {isSending ? "Enviando…" : "Enviar pedido"}
        </Button>
      </div>
    </div>
  );
}

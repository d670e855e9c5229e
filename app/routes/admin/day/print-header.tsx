import type { ReactNode } from "react";
import { formatDeliveryDate } from "#app/domain/delivery/texts.ts";
import { PageHeader } from "#app/routes/admin/kit/page.tsx";
import { PrintButton } from "#app/routes/admin/kit/print-button.tsx";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import "../orders/order-print.css";

type PrintHeaderProps = {
  title: string;
  date: string;
  /** No order is confirmed: there is nothing to print. */
  isEmpty: boolean;
  /** The links to other papers. */
  children?: ReactNode;
};

/** The heading above a paper, with the print button. */
export function PrintHeader({ title, date, isEmpty, children }: PrintHeaderProps) {
  return (
    <div className="print:hidden">
      <PageHeader title={title} description={formatDeliveryDate(date)}>
        <div className="flex flex-wrap gap-3">
          {children}
          <ButtonLink variant="outline" to={`/admin/day?date=${date}`}>
            Voltar ao dia
          </ButtonLink>
          {!isEmpty && <PrintButton />}
        </div>
      </PageHeader>
      {isEmpty && (
        <EmptyRows icon="icon-[lucide--printer]" title="Nada para imprimir">
          <p className="text-muted">Nenhum pedido deste dia está confirmado.</p>
        </EmptyRows>
      )}
    </div>
  );
}

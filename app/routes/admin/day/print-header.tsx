import { formatDeliveryDate } from "#app/domain/delivery/texts.ts";
import { PageHeader } from "#app/routes/admin/ui/page.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import "../orders/order-print.css";

/** Above what is printed, with the print button. */
export function PrintHeader({ title, date }: { title: string; date: string }) {
  return (
    <div className="print:hidden">
      <PageHeader title={title} description={formatDeliveryDate(date)}>
        <div className="flex flex-wrap gap-3">
          <ButtonLink variant="outline" to={`/admin/day?date=${date}`}>
            Voltar ao dia
          </ButtonLink>
          <Button onClick={() => print()}>
            <span className="icon-[lucide--printer] size-5" aria-hidden />
            Imprimir
          </Button>
        </div>
      </PageHeader>
    </div>
  );
}

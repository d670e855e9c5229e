import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { SeriesView } from "#app/domain/series/schema.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { CopyButton } from "#app/routes/admin/kit/copy-button.tsx";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import { RepeatOrder } from "#app/ui/series/repeat-order.tsx";
import { SeriesList } from "#app/ui/series/series-list.tsx";

type CustomerSeriesProps = {
  customerId: string;
  series: readonly SeriesView[];
  /** The shop's address, for links to send. */
  origin: string;
  /** The newest order, to be repeated. */
  orderId: string | undefined;
};

/** The orders of a customer that repeat, which the seller changes for the customer. */
export function CustomerSeries({ customerId, series, origin, orderId }: CustomerSeriesProps) {
  const refetch = useRefetch();
  async function showCreated() {
    toast({ title: "Repetição criada" });
    await refetch();
  }
  return (
    <FormSection
      title="Pedidos que se repetem"
      description="Os pedidos são feitos um dia antes do prazo. O cliente muda, pula e pausa na área dele, ou pelo link de cada repetição."
      footer={
        orderId && (
          <Allowed area="orders">
            <RepeatOrder
              path={`/api/orders/${orderId}/series`}
              send={callApi}
              label="Repetir o último toda semana"
              variant="outline"
              onCreated={() => void showCreated()}
            />
          </Allowed>
        )
      }
    >
      <SeriesList
        level={3}
        series={series}
        pathOf={({ id }) => `/api/customers/${customerId}/series/${id}`}
        send={callApi}
        refetch={refetch}
        renderMore={({ path }) => (
          <p>
            <CopyButton text={origin + path} label="Copiar link" showLabel />
          </p>
        )}
      />
    </FormSection>
  );
}

import { data } from "react-router";
import { z } from "zod";
import { shopContext } from "#app/context.ts";
import { useOpening } from "#app/routes/admin/live/use-opening.ts";
import { PageHeader } from "#app/routes/admin/ui/page-header.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/order-print";
import { OrderPaper } from "./order-paper.tsx";
import { shortId } from "./order-words.ts";
import "./order-print.css";

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = z.guid().safeParse(params.id).data;
  const order = id && (await context.get(shopContext).findOrder(id.toLowerCase()));
  if (!order) throw data(null, { status: 404 });
  return { order };
}

/** The order as it comes out of the printer, and the button that sends it there. */
export default function OrderPrintPage({ loaderData: { order } }: Route.ComponentProps) {
  useOpening(order.id);
  return (
    <>
      <div className="no-print">
        <PageHeader title={`Imprimir pedido ${shortId(order.id)}`} description="Uma folha A4">
          <div className="flex flex-wrap gap-3">
            <ButtonLink look="outline" to={`/admin/orders?pedido=${order.id}`}>
              Voltar ao pedido
            </ButtonLink>
            <Button onClick={() => print()}>
              <span className="icon-[lucide--printer] size-5" aria-hidden />
              Imprimir
            </Button>
          </div>
        </PageHeader>
      </div>
      <OrderPaper order={order} />
    </>
  );
}

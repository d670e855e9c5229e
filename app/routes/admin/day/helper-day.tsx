import { data, isRouteErrorResponse, useRouteError } from "react-router";
import { copyUntilHeader } from "#app/client/worker-messages.ts";
import { shopContext } from "#app/context.ts";
import { helperRoleLabels } from "#app/domain/day/roles.ts";
import { formatDeliveryDate } from "#app/domain/delivery/texts.ts";
import { useSiteName } from "#app/routes/admin/layout-data.ts";
import { Toasts } from "#app/ui/toasts.tsx";
import type { Route } from "./+types/helper-day";
import { DayViews } from "./day-views.tsx";
import { useDay } from "./use-day.ts";
import "../admin.css";

/** The page may be stored on the helper's device as long as the link is valid. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, params }, next) => {
    const link = await context.get(shopContext).day.resolveLink(params.token ?? "");
    const response = await next();
    if (link) response.headers.set(copyUntilHeader, link.expires_at);
    return response;
  },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const link = await shop.day.resolveLink(params.token);
  if (!link) throw data(null, { status: 404 });
  return { name: link.name, role: link.role, day: await shop.day.read(link.date, link.role) };
}

/** Says nothing about the day: chats show these texts. */
export function meta(): Route.MetaDescriptors {
  return [{ title: "Entregas do dia" }, { name: "robots", content: "noindex, nofollow" }];
}

const refetchIntervalMs = 30_000;

/** The day of a helper's link, without an account. */
export default function HelperDay({ loaderData, params }: Route.ComponentProps) {
  const { name, role, day: read } = loaderData;
  const day = useDay({
    read,
    target: `/api/day-links/${params.token}/actions`,
    refetchIntervalMs,
  });
  return (
    <div className="admin">
      <main className="mx-auto max-w-3xl px-4 py-4 pb-24">
        <header className="mb-4">
          <h1 className="text-2xl first-letter:uppercase">{formatDeliveryDate(read.date)}</h1>
          <p className="text-muted">
            {useSiteName()} · {helperRoleLabels[role]} · {name}
          </p>
        </header>
        <DayViews day={day} />
      </main>
      <Toasts />
    </div>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <div className="admin grid min-h-dvh place-items-center p-6 text-center">
      <main>
        <h1 className="text-2xl">
          {isMissing ? "Este link não vale mais" : "Não foi possível abrir o dia"}
        </h1>
        <p className="mt-2 text-muted">
          {isMissing
            ? "Ele vale até a manhã seguinte. Peça outro à loja."
            : "Confira a internet e abra o link de novo."}
        </p>
      </main>
    </div>
  );
}

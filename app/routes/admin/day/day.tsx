import { useState } from "react";
import { redirect, useNavigate } from "react-router";
import { copyUntilHeader } from "#app/client/worker-messages.ts";
import { shopContext } from "#app/context.ts";
import { printSheets } from "#app/domain/day/roles.ts";
import { daySchema } from "#app/domain/day/schema.ts";
import { formatDeliveryDate } from "#app/domain/delivery/texts.ts";
import { callApi } from "#app/routes/admin/session/call-api.ts";
import { MenuItem, MoreMenu } from "#app/routes/admin/ui/more-menu.tsx";
import { DateNavigation, PageHeader } from "#app/routes/admin/ui/page.tsx";
import { addDays, dayOf } from "#app/shared/days.ts";
import type { Route } from "./+types/day";
import { DayViews, PendingOrders, UndatedOrders } from "./day-views.tsx";
import { HelperLinks } from "./helper-links.tsx";
import { useDay } from "./use-day.ts";

/** The page may be stored on the device until the morning after today. */
export const middleware: Route.MiddlewareFunction[] = [
  async (_args, next) => {
    const response = await next();
    const until = `${addDays(dayOf(new Date()), 1)}T12:00:00.000Z`;
    response.headers.set(copyUntilHeader, until);
    return response;
  },
];

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const today = dayOf(new Date());
  const date = daySchema.safeParse(url.searchParams.get("date") ?? today).data;
  if (!date) throw redirect("/admin/day");
  return { today, day: await shop.day.read(date), links: await shop.day.listLinks(date) };
}

/** What is picked, packed, delivered and received on a date. */
export default function DayPage({ loaderData: { today, day: read, links } }: Route.ComponentProps) {
  const [isSharing, setSharing] = useState(false);
  const day = useDay({
    read,
    target: "/api/day/actions",
    // A 401 in the response ends the session of the page.
    onSignedOut: () => void callApi("GET", "/api/auth/session"),
  });
  const { date } = read;
  return (
    <>
      <PageHeader
        title={nameDay(date, today)}
        description="Separe, embale, entregue e feche o dia"
        action={
          <div className="md:ml-auto">
            <MoreMenu>
              <MenuItem icon="icon-[lucide--link]" data-write onAct={() => setSharing(true)}>
                Links para ajudantes
              </MenuItem>
              {Object.entries(printSheets).map(([name, label]) => (
                <PrintItem key={name} to={`/admin/day/${date}/print?folha=${name}`} label={label} />
              ))}
              <PrintItem to={`/admin/day/${date}/labels`} label="Etiquetas 100 × 50 mm" />
            </MoreMenu>
          </div>
        }
      >
        <DateNavigation date={date} addressOf={(other) => `/admin/day?date=${other}`} />
      </PageHeader>
      <DayViews key={date} day={day}>
        <PendingOrders day={day} />
        <UndatedOrders day={day} />
      </DayViews>
      <HelperLinks date={date} links={links} open={isSharing} onClose={() => setSharing(false)} />
    </>
  );
}

function PrintItem({ to, label }: { to: string; label: string }) {
  const navigate = useNavigate();
  return (
    <MenuItem icon="icon-[lucide--printer]" onAct={() => void navigate(to)}>
      {label}
    </MenuItem>
  );
}

/** 'Hoje, quinta, 26/11' */
function nameDay(date: string, today: string): string {
  const text = formatDeliveryDate(date);
  if (date === today) return `Hoje, ${text}`;
  if (date === addDays(today, 1)) return `Amanhã, ${text}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

import { useState } from "react";
import { redirect, useNavigate } from "react-router";
import { dayActionsPath } from "#app/client/day-queue.ts";
import { copyUntilHeader } from "#app/client/worker-messages.ts";
import { shopContext } from "#app/context.ts";
import {
  type HelperRole,
  helperRoleLabels,
  helperRoles,
  printSheets,
} from "#app/domain/day/roles.ts";
import { daySchema, type HelperLink } from "#app/domain/day/schema.ts";
import { formatDeliveryDate } from "#app/domain/delivery/texts.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { OneTimeText } from "#app/routes/admin/kit/copy-button.tsx";
import { formatDateTime } from "#app/routes/admin/kit/dates.ts";
import { ChoiceField } from "#app/routes/admin/kit/fields/fields.tsx";
import { ActionRow } from "#app/routes/admin/kit/lists/action-row.tsx";
import { MenuItem, MoreMenu } from "#app/routes/admin/kit/lists/more-menu.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { DateNavigation, PageHeader } from "#app/routes/admin/kit/page.tsx";
import { callApi, fieldErrors } from "#app/routes/admin/kit/session/call-api.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import type { Route } from "./+types/day";
import { DayViews, PendingOrders, UndatedOrders } from "./day-views.tsx";
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

/** The goods to pick and pack on a date, the deliveries, and the payments. */
export default function DayPage({ loaderData: { today, day: read, links } }: Route.ComponentProps) {
  const [isSharing, setSharing] = useState(false);
  const day = useDay({
    read,
    target: dayActionsPath,
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
              <Allowed area="day">
                <MenuItem icon="icon-[lucide--link]" onAct={() => setSharing(true)}>
                  Links para ajudantes
                </MenuItem>
              </Allowed>
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
      <HelperLinks
        key={date}
        date={date}
        links={links}
        open={isSharing}
        onClose={() => setSharing(false)}
      />
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

type HelperLinksProps = {
  date: string;
  links: readonly HelperLink[];
  open: boolean;
  onClose: () => void;
};

/** Private links by which helpers see this day without an account, each until the next morning. */
function HelperLinks({ date, links, open, onClose }: HelperLinksProps) {
  const [created, setCreated] = useState<string>();
  const { act } = useAction();
  const revoke = ({ id, name }: HelperLink) =>
    act("DELETE", `/api/day/links/${id}`, {
      done: `O link de ${name} não vale mais`,
      failed: "Erro ao desativar o link",
    });
  return (
    <Dialog open={open} onClose={onClose} title="Links para ajudantes" className="dialog-small">
      <div className="flex flex-col gap-4 p-5 md:px-8">
        <p className="text-muted">
          Quem tem o link vê só este dia e só o que a tarefa pede, sem conta, até a manhã seguinte.
          O que fizer fica no histórico com o nome daqui.
        </p>
        {created && (
          <OneTimeText
            title="Mande este link agora: ele não aparece de novo"
            copyLabel="Copiar link"
            message={`Seu link do dia, ${formatDeliveryDate(date)}: ${created}`}
            onClose={() => setCreated(undefined)}
          >
            {created}
          </OneTimeText>
        )}
        <NewLinkForm date={date} onCreated={setCreated} />
        <ul className="divide-y divide-line">
          {links.map((link) => (
            <ActionRow
              key={link.id}
              text={`${link.name} · ${helperRoleLabels[link.role]}`}
              detail={`até ${formatDateTime(link.expires_at)}`}
            >
              <Button
                variant="ghost"
                aria-label={`Desativar o link de ${link.name}`}
                onClick={() => void revoke(link)}
              >
                Desativar
              </Button>
            </ActionRow>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

type NewLinkFormProps = { date: string; onCreated: (link: string) => void };

function NewLinkForm({ date, onCreated }: NewLinkFormProps) {
  const { act, pending } = useAction();
  const [role, setRole] = useState<HelperRole>(helperRoles[0]);
  const [name, setName] = useState("");
  const [errors, setErrors] = useState<Record<string, string>>({});
  async function create() {
    const answer = await act<{ link: string }>("POST", "/api/day/links", {
      body: { date, role, name },
      failed: "Erro ao criar o link",
    });
    setErrors(answer.ok ? {} : fieldErrors(answer.problem));
    if (!answer.ok) return;
    setName("");
    onCreated(answer.data.link);
  }
  const error = errors.name ?? errors.date;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <ChoiceField
        label="Tarefa"
        name="role"
        value={role}
        choices={helperRoles.map((one) => [one, helperRoleLabels[one]])}
        onChange={(event) => setRole(event.currentTarget.value as HelperRole)}
      />
      <TextField
        label="Nome"
        name="name"
        maxLength={60}
        autoComplete="off"
        value={name}
        {...(error && { error })}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="outline" pending={pending !== undefined}>
        Criar link
      </Button>
    </form>
  );
}

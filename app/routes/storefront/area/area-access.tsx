import { useState } from "react";
import { sendRequest } from "#app/client/api-request.ts";
import { explainProblem } from "#app/client/explain-problem.ts";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { CustomerArea } from "#app/domain/customer-area/schema.ts";
import type { NewPerson } from "#app/domain/customers/schema.ts";
import { dayOf, formatDay } from "#app/shared/days.ts";
import { Button, ButtonLink, buttonClasses } from "#app/ui/button.tsx";
import { PersonForm } from "#app/ui/person-form.tsx";
import { maskPhone } from "../purchase/masks.ts";
import { leaveArea } from "./area-entry.ts";
import { RemoveButton } from "./area-sections.tsx";
import { changeArea } from "./area-store.ts";

type AreaAccessProps = { area: CustomerArea; onLeft: () => void };

/** The people who may order, and the devices on which the area is open; the copy of the data, and the way out. */
export function AreaAccess({ area, onLeft }: AreaAccessProps) {
  const refetch = useRefetch();
  const leave = async () => {
    const answer = await leaveArea();
    if (!answer.ok)
      return void toast({ title: explainProblem(answer.problem), variant: "destructive" });
    toast({ title: "Você saiu da área neste aparelho" });
    onLeft();
    await refetch();
  };
  return (
    <>
      <People people={area.people} />
      <Devices devices={area.devices} />
      <section aria-labelledby="seus-dados">
        <h2 id="seus-dados" className="text-2xl">
          Seus dados
        </h2>
        <p className="mt-3 flex flex-wrap gap-3">
          <a
            href="/api/customer/data"
            download="meus-dados.json"
            className={buttonClasses({ variant: "outline" })}
          >
            Baixar meus dados
          </a>
          <Button variant="ghost" onClick={() => void leave()}>
            Sair deste aparelho
          </Button>
        </p>
      </section>
    </>
  );
}

function People({ people }: Pick<CustomerArea, "people">) {
  const [isAdding, setAdding] = useState(false);
  async function add(person: NewPerson) {
    if (await changeArea("POST", "/api/customer/people", person)) setAdding(false);
  }
  return (
    <section aria-labelledby="pessoas">
      <h2 id="pessoas" className="text-2xl">
        Quem pode pedir
      </h2>
      <p className="mt-1 text-muted">
        Cada pessoa entra com um link só dela, pedido pelo e-mail ou telefone que está aqui.
      </p>
      {people.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {people.map(({ id, name, phone, email }) => (
            <li key={id} className="flex items-center justify-between gap-4 py-1">
              <span className="min-w-0 wrap-anywhere">
                {name}
                <span className="block text-muted">
                  {[phone && maskPhone(phone), email].filter(Boolean).join(" · ")}
                </span>
              </span>
              <RemoveButton
                label={`Tirar ${name}`}
                onRemove={() => void changeArea("DELETE", `/api/customer/people/${id}`)}
              />
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <PersonForm className="mt-4" onAdd={add} onCancel={() => setAdding(false)} />
      ) : (
        <Button variant="outline" className="mt-3" onClick={() => setAdding(true)}>
          Acrescentar pessoa
        </Button>
      )}
    </section>
  );
}

function Devices({ devices }: Pick<CustomerArea, "devices">) {
  const [link, setLink] = useState<string>();
  const create = async () => {
    const answer = await sendRequest<{ link: string }>("POST", "/api/customer/links", {});
    if (answer.ok) setLink(answer.data.link);
    else toast({ title: explainProblem(answer.problem), variant: "destructive" });
  };
  return (
    <section aria-labelledby="aparelhos">
      <h2 id="aparelhos" className="text-2xl">
        Aparelhos
      </h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {devices.map(({ id, name, last_seen_at, is_current }) => (
          <li key={id} className="flex min-h-13 items-center justify-between gap-4 py-1">
            <span>
              {name}
              <span className="block text-muted">
                {is_current
                  ? "este aparelho"
                  : `usado em ${formatDay(dayOf(new Date(last_seen_at)))}`}
              </span>
            </span>
            {!is_current && (
              <RemoveButton
                label={`Tirar ${name}`}
                onRemove={() => void changeArea("DELETE", `/api/customer/devices/${id}`)}
              />
            )}
          </li>
        ))}
      </ul>
      {link ? (
        <NewLink link={link} />
      ) : (
        <Button variant="outline" className="mt-3" onClick={() => void create()}>
          Entrar em outro aparelho
        </Button>
      )}
    </section>
  );
}

/** A link for another device or person, to be sent or copied. */
function NewLink({ link }: { link: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast({ title: "Link copiado" });
    } catch {
      toast({ title: "Não foi possível copiar", description: link, variant: "destructive" });
    }
  };
  return (
    <div role="status" className="mt-3 rounded-md bg-sunken p-4">
      <p>Este link entra uma vez, em um aparelho, e vale por sete dias.</p>
      <p className="mt-3 flex flex-wrap gap-3">
        <ButtonLink
          variant="outline"
          to={`https://wa.me/?text=${encodeURIComponent(`Link da nossa área na loja, só para você: ${link}`)}`}
        >
          <span className="icon-[lucide--message-circle] size-5" aria-hidden />
          Enviar no WhatsApp
        </ButtonLink>
        <Button variant="outline" onClick={() => void copy()}>
          Copiar link
        </Button>
      </p>
    </div>
  );
}

import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "react-router";
import { type SendRequest, sendRequest } from "#app/client/api-request.ts";
import { explainProblem } from "#app/client/explain-problem.ts";
import type { SeriesOffer } from "#app/domain/series/schema.ts";
import { chooseTerms } from "#app/domain/series/terms.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { type RhythmChoice, RhythmFields, TermsFields } from "./rhythm-fields.tsx";

export type RepeatRequests = {
  /** The series of an order: for the seller, or by the order's link. */
  path: `/api/${string}`;
  send?: SendRequest | undefined;
};

type RepeatDialogProps = RepeatRequests & {
  open: boolean;
  onClose: () => void;
  onCreated: (path: string) => void;
};

/** Creates a series from an order, or links to the one that it has. */
export default function RepeatDialog({ open, onClose, onCreated, ...requests }: RepeatDialogProps) {
  const { path, send = sendRequest } = requests;
  const [offer, setOffer] = useState<SeriesOffer>();
  const [problem, setProblem] = useState<string>();
  const readOffer = useEffectEvent(async () => {
    setProblem(undefined);
    const answer = await send<SeriesOffer>("GET", path);
    if (answer.ok) setOffer(answer.data);
    else setProblem(explainProblem(answer.problem));
  });
  useEffect(() => {
    if (open) void readOffer();
  }, [open]);
  return (
    <Dialog open={open} onClose={onClose} title="Repetir este pedido">
      <div className="flex flex-col gap-5 p-5 md:p-8">
        {problem && <p role="alert">{problem}</p>}
        {!offer && !problem && <p role="status">Um momento…</p>}
        {offer?.series.map(({ id, rhythm, path: seriesPath }) => (
          <p key={id} className="rounded-md bg-sunken p-4">
            Já se repete: <b>{rhythm}</b>.{" "}
            <Link to={seriesPath} className="underline underline-offset-4">
              Ver a repetição
            </Link>
          </p>
        ))}
        {offer?.series.length === 0 && (
          <RepeatForm offer={offer} path={path} send={send} onCreated={onCreated} />
        )}
      </div>
    </Dialog>
  );
}

type RepeatFormProps = Pick<RepeatDialogProps, "path" | "onCreated"> & {
  offer: SeriesOffer;
  send: SendRequest;
};

function RepeatForm({ offer, path, send, onCreated }: RepeatFormProps) {
  const [rhythm, setRhythm] = useState<RhythmChoice>({
    weekdays: offer.weekday === null ? [] : [offer.weekday],
    every_weeks: 1,
    mode: "pedido",
  });
  const [terms, setTerms] = useState(() => chooseTerms(offer));
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);

  async function create() {
    if (rhythm.weekdays.length === 0) return setProblem("Escolha ao menos um dia da semana.");
    setPending(true);
    const answer = await send<{ path: string }>("POST", path, { ...rhythm, ...terms });
    setPending(false);
    if (answer.ok) onCreated(answer.data.path);
    else setProblem(explainProblem(answer.problem));
  }

  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <p className="text-muted">
        Os mesmos itens e endereço, aos preços do dia. Dá para mudar, pular e pausar quando quiser.
      </p>
      <RhythmFields
        value={rhythm}
        offered={offer.weekdays}
        error={problem}
        onChange={(next) => setRhythm({ ...rhythm, ...next })}
      />
      <TermsFields value={terms} offered={offer} onChange={setTerms} />
      <Button type="submit" pending={pending}>
        Repetir
      </Button>
    </form>
  );
}

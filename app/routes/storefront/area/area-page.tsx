import { useEffect, useEffectEvent, useState } from "react";
import { explainProblem } from "#app/client/explain-problem.ts";
import { useRefetch } from "#app/client/refetch.ts";
import { useStore } from "#app/client/use-store.ts";
import { areaLinkMark } from "#app/shared/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { siteMeta } from "../frame/seo.ts";
import type { Route } from "./+types/area-page";
import { AreaAccess } from "./area-access.tsx";
import { enterArea } from "./area-entry.ts";
import { AreaOrders, UsualOrder } from "./area-orders.tsx";
import { AreaAccount, AreaAddresses, AreaLists } from "./area-sections.tsx";
import { AreaSeries } from "./area-series.tsx";
import { $area, loadArea } from "./area-store.ts";
import { RequestLink } from "./request-link.tsx";

export function meta({ matches }: Route.MetaArgs) {
  const tags = siteMeta(matches[0].loaderData, { title: "Área do cliente", path: "/cliente" });
  return [...tags, { name: "robots", content: "noindex" }];
}

type State =
  | { kind: "loading" | "ready" | "guest" | "offline" }
  | { kind: "rejected"; message: string };

/** The page is the same for all visitors; what belongs to a customer is read from the API. */
export default function AreaPage() {
  const { state, open } = useEntry();
  const area = useStore($area);
  return (
    <div className="shell min-h-[70vh] py-5 pb-16 md:py-12 md:pb-24">
      {state.kind === "loading" && (
        <>
          <h1 className="text-4xl">Área do cliente</h1>
          <p role="status" className="mt-2 text-lg text-muted">
            Abrindo…
          </p>
        </>
      )}
      {state.kind === "offline" && (
        <EmptyState icon="icon-[lucide--wifi-off]" title="Sem conexão com a loja">
          <p className="text-muted">Sua área abre quando a conexão voltar.</p>
          <Button onClick={() => void open()}>Tentar de novo</Button>
        </EmptyState>
      )}
      {(state.kind === "guest" || state.kind === "rejected") && (
        <RequestLink rejection={state.kind === "rejected" ? state.message : undefined} />
      )}
      {state.kind === "ready" && area && (
        <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <header className="lg:col-span-2">
            <h1 className="text-4xl wrap-anywhere">{area.customer.name}</h1>
            {area.price_table && (
              <p className="mt-1 text-lg text-muted">Preços: {area.price_table}</p>
            )}
          </header>
          <div className="flex flex-col gap-10">
            <UsualOrder lines={area.usual} />
            <AreaSeries />
            <AreaOrders area={area} />
            <AreaLists area={area} />
            <AreaAddresses area={area} />
          </div>
          <div className="flex flex-col gap-10">
            <AreaAccount area={area} />
            <AreaAccess area={area} onLeft={() => void open()} />
          </div>
        </div>
      )}
    </div>
  );
}

/** Enters with the token in the address, which is removed at once; else opens the area of this device. */
function useEntry() {
  const refetch = useRefetch();
  const [state, setState] = useState<State>({ kind: "loading" });
  const open = async () => {
    setState({ kind: "loading" });
    const { hash } = location;
    if (!hash.startsWith(areaLinkMark)) {
      const area = await loadArea().catch(() => "offline" as const);
      return setState({ kind: area === "offline" ? "offline" : area ? "ready" : "guest" });
    }
    history.replaceState(history.state, "", location.pathname);
    const answer = await enterArea(hash.slice(areaLinkMark.length));
    // The pages have the customer's prices from now on.
    if (answer.ok) await refetch();
    setState(
      answer.ok ? { kind: "ready" } : { kind: "rejected", message: explainProblem(answer.problem) },
    );
  };
  const openNow = useEffectEvent(() => void open());
  useEffect(() => {
    openNow();
    // A link that is opened while the page is shown changes the fragment only.
    const enterByLink = () => {
      if (location.hash.startsWith(areaLinkMark)) openNow();
    };
    addEventListener("hashchange", enterByLink);
    return () => removeEventListener("hashchange", enterByLink);
  }, []);
  return { state, open };
}

import { useEffect, useEffectEvent, useState } from "react";
import { describeProblem, sendRequest } from "#app/client/api-request.ts";
import type { SeriesRequest, SeriesView } from "#app/domain/series/schema.ts";
import { SeriesList } from "#app/ui/series/series-list.tsx";

/** The orders of the customer that repeat; nothing while there are none. */
export function AreaSeries() {
  const [series, setSeries] = useState<readonly SeriesView[]>([]);
  const load = async () => {
    const answer = await sendRequest<{ items: SeriesView[] }>("GET", "/api/customer/series");
    if (answer.ok) setSeries(answer.data.items);
  };
  const loadFirst = useEffectEvent(load);
  useEffect(() => void loadFirst(), []);
  if (series.length === 0) return null;
  async function act({ id, version }: SeriesView, action: SeriesRequest) {
    const path = `/api/customer/series/${id}/actions` as const;
    const answer = await sendRequest<SeriesView>("POST", path, { ...action, version });
    if (!answer.ok) {
      // The seller or another device may have changed it.
      await load();
      return describeProblem(answer.problem);
    }
    setSeries((current) => current.map((item) => (item.id === id ? answer.data : item)));
    return undefined;
  }
  return (
    <section aria-labelledby="repeticoes">
      <h2 id="repeticoes" className="mb-3 text-2xl">
        Pedidos que se repetem
      </h2>
      <SeriesList level={3} series={series} onAct={act} />
    </section>
  );
}

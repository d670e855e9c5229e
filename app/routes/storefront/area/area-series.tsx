import { useEffect, useEffectEvent, useState } from "react";
import { sendRequest } from "#app/client/api-request.ts";
import type { SeriesView } from "#app/domain/series/schema.ts";
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
  return (
    <section aria-labelledby="repeticoes">
      <h2 id="repeticoes" className="mb-3 text-2xl">
        Pedidos que se repetem
      </h2>
      <SeriesList
        level={3}
        series={series}
        pathOf={({ id }) => `/api/customer/series/${id}`}
        refetch={load}
      />
    </section>
  );
}

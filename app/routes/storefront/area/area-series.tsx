import { useEffect, useEffectEvent, useState } from "react";
import { sendJson } from "#app/client/send-json.ts";
import type { SeriesRequest, SeriesView } from "#app/domain/series/schema.ts";
import { SeriesList } from "#app/ui/series/series-list.tsx";

/** The orders of the customer that repeat; nothing while there are none. */
export function AreaSeries() {
  const [series, setSeries] = useState<readonly SeriesView[]>([]);
  const read = useEffectEvent(async () => {
    const answer = await sendJson<{ items: SeriesView[] }>("GET", "/api/customer/series");
    if (answer.ok) setSeries(answer.data.items);
  });
  useEffect(() => void read(), []);
  if (series.length === 0) return null;
  async function act({ id, version }: SeriesView, action: SeriesRequest) {
    const path = `/api/customer/series/${id}/actions` as const;
    const answer = await sendJson<SeriesView>("POST", path, { ...action, version });
    if (!answer.ok) return answer.message;
    setSeries((all) => all.map((one) => (one.id === id ? answer.data : one)));
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

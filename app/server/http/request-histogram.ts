import { Histogram } from "prom-client";
import { bounds, type RequestTimes, type Times } from "./request-times.ts";

type Label = "method" | "route" | "status" | "le";

const name = "pomar_http_request_duration_seconds";
const described = {
  help: "Seconds until an answer was ready, by route pattern",
  type: "histogram",
  aggregator: "sum",
};

/** The counted requests in the form that prom-client publishes and adds up over processes. */
export class RequestHistogram extends Histogram<Label> {
  readonly #times: RequestTimes;

  constructor(times: RequestTimes) {
    super({
      name,
      help: described.help,
      labelNames: ["method", "route", "status"],
      buckets: bounds,
      registers: [],
    });
    this.#times = times;
  }

  /** Every form in which the registry publishes a metric comes from here; the declared types do not know it. */
  async getForPromString() {
    const { help, type, aggregator } = described;
    return { name, help, type, aggregator, values: this.#times.all().flatMap(valuesOf) };
  }
}

function valuesOf({ method, route, status, buckets, sum }: Times) {
  const sharedLabels = { method, route, status };
  let count = 0;
  const cumulated = buckets.map((amount, index) => {
    count += amount;
    const labels = { le: bounds[index] ?? "+Inf" };
    return { metricName: `${name}_bucket`, labels, sharedLabels, value: count };
  });
  return [
    ...cumulated,
    { metricName: `${name}_sum`, labels: {}, sharedLabels, value: sum },
    { metricName: `${name}_count`, labels: {}, sharedLabels, value: count },
  ];
}

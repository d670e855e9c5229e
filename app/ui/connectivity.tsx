import { useEffect, useState } from "react";
import { whenIdle } from "#app/client/when-idle.ts";
import { lateComponent, useLateComponent } from "./use-late-component.ts";

const liveUpdates = lateComponent(async () => (await import("./live-updates.tsx")).LiveUpdates);

/** The connection to the shop, once the page is idle. */
export function Connectivity() {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const LiveUpdates = useLateComponent(liveUpdates, isIdle);
  return LiveUpdates && <LiveUpdates />;
}

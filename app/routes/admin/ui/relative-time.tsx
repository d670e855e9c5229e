import { useEffect, useState } from "react";
import { formatAge, formatDateTime } from "./dates.ts";

const updateIntervalMs = 30_000;

/** 'há 12 min', with the date as tooltip. The browser's clock may differ from the server's, hence the suppressed warning. */
export function RelativeTime({ instant, className }: { instant: string; className?: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const update = () => setNow(Date.now());
    update();
    const timer = setInterval(update, updateIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time
      dateTime={instant}
      title={formatDateTime(instant)}
      className={className}
      suppressHydrationWarning
    >
      {formatAge(instant, now)}
    </time>
  );
}

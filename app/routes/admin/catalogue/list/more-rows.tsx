import { useEffect, useRef } from "react";
import { Button } from "#app/ui/button.tsx";

/** The loaded rows of a list that is loaded in parts. */
export type PartialRows<Row> = {
  rows: readonly Row[];
  hasMore: boolean;
  onMore: () => Promise<void>;
};

/** Loads the next part when it approaches the viewport, or by its button. */
export function MoreRows({ onMore }: Pick<PartialRows<unknown>, "onMore">) {
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!end.current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void onMore();
      },
      { rootMargin: "1500px 0px" },
    );
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [onMore]);
  return (
    <p ref={end} className="mt-3 text-center">
      <Button variant="outline" onClick={() => void onMore()}>
        Mostrar mais
      </Button>
    </p>
  );
}

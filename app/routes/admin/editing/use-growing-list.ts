import { useEffect, useRef, useState } from "react";

const first = 150;
const step = 60;

/** The first rows of a long list, and more of them as its end (where `endRef` stands) comes near. */
export function useGrowingList<Row>(rows: readonly Row[]) {
  const [count, setCount] = useState(first);
  const endRef = useRef<HTMLDivElement>(null);
  const complete = count >= rows.length;
  useEffect(() => {
    if (complete || !endRef.current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setCount(count + step);
      },
      { rootMargin: "1500px 0px" },
    );
    watcher.observe(endRef.current);
    return () => watcher.disconnect();
  }, [complete, count]);
  return { shown: complete ? rows : rows.slice(0, count), endRef };
}

import { useEffect, useRef, useState } from "react";
import { Picture } from "#app/ui/picture.tsx";

type TitleCellProps = {
  title: string;
  slug: string;
  picture: string | null | undefined;
  onOpen: () => void;
};

/** A row's picture or placeholder, title and slug. The title opens the editor. */
export function TitleCell({ title, slug, picture, onOpen }: TitleCellProps) {
  return (
    <div className="flex min-w-0 items-center gap-3 @min-[44rem]/table-frame:min-w-48 @min-[44rem]/table-frame:contain-inline-size">
      <div className="row-thumbnail w-9 shrink-0 overflow-hidden rounded-md">
        <Picture
          src={picture}
          alt=""
          width={44}
          height={44}
          sizes="44px"
          className="aspect-square"
        />
      </div>
      <div className="min-w-0">
        <button
          type="button"
          data-row-open
          onClick={onOpen}
          title={title}
          className="block max-w-full truncate text-start font-semibold hover:underline"
        >
          {title}
        </button>
        <p className="truncate text-sm leading-tight text-muted @max-[44rem]/table-frame:hidden">
          {slug}
        </p>
      </div>
    </div>
  );
}

const initialRows = 150;
const rowsPerStep = 60;

/** The first rows of a long list; more are added when the element of `endRef` approaches the viewport. */
export function useGrowingList<Row>(rows: readonly Row[]) {
  const [count, setCount] = useState(initialRows);
  const endRef = useRef<HTMLDivElement>(null);
  const complete = count >= rows.length;
  useEffect(() => {
    if (complete || !endRef.current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setCount(count + rowsPerStep);
      },
      { rootMargin: "1500px 0px" },
    );
    watcher.observe(endRef.current);
    return () => watcher.disconnect();
  }, [complete, count]);
  return { shown: complete ? rows : rows.slice(0, count), endRef };
}

/** A search by title, insensitive to case and accents: 'acai' finds 'Açaí'. */
export function matchesTitle(text: string): (row: { title: string }) => boolean {
  const wanted = plain(text);
  return ({ title }) => plain(title).includes(wanted);
}

function plain(text: string): string {
  return text
    .trim()
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
}

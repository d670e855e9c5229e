import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";

/** The cursors of the previous pages; the first page's is empty. */
type Cursors = readonly string[];
const none: Cursors = [];

/** Links to older and newer orders. The list only knows its next page; the history state contains the previous ones. */
export function Paging({ nextCursor }: { nextCursor: string | null }) {
  const { search } = useLocation();
  const stored = usePreviousCursors();
  const params = new URLSearchParams(search);
  const here = params.get("cursor") ?? "";
  const previous = here === "" ? none : stored;
  if (here === "" && nextCursor === null) return null;
  const addressOf = (cursor: string) => {
    const next = new URLSearchParams(params);
    next.delete("pedido");
    if (cursor === "") next.delete("cursor");
    else next.set("cursor", cursor);
    return `/admin/orders?${next}`;
  };
  return (
    <nav aria-label="Páginas" className="mt-4 flex flex-wrap justify-between gap-3">
      {here !== "" && (
        <ButtonLink
          variant="outline"
          to={addressOf(previous.at(-1) ?? "")}
          state={{ previous: previous.slice(0, -1) }}
        >
          <span className="icon-[lucide--chevron-left] size-5" aria-hidden />
          {previous.length > 0 ? "Mais recentes" : "Voltar ao início"}
        </ButtonLink>
      )}
      {nextCursor !== null && (
        <ButtonLink
          variant="outline"
          to={addressOf(nextCursor)}
          state={{ previous: [...previous, here] }}
          className="ml-auto"
        >
          Mais antigos
          <span className="icon-[lucide--chevron-right] size-5" aria-hidden />
        </ButtonLink>
      )}
    </nav>
  );
}

/** The server does not know the history state, so it is read after hydration. */
function usePreviousCursors(): Cursors {
  const { state } = useLocation() as { state: { previous?: Cursors } | null };
  return useSyncExternalStore(
    watchNothing,
    () => state?.previous ?? none,
    () => none,
  );
}

function watchNothing() {
  return () => undefined;
}

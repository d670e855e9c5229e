import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";

/** Cursors of the pages that were gone through to come here, the first page's being empty. */
type Trail = readonly string[];
const none: Trail = [];

/**
 * Further back in time and forward again. The list knows the page after this one alone; which ones came before, the
 * browser's history keeps. Who comes by a link to a later page is led to the first.
 */
export function Paging({ nextCursor }: { nextCursor: string | null }) {
  const { search } = useLocation();
  const trailed = useTrail();
  const params = new URLSearchParams(search);
  const here = params.get("cursor") ?? "";
  const trail = here === "" ? none : trailed;
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
          look="outline"
          to={addressOf(trail.at(-1) ?? "")}
          state={{ trail: trail.slice(0, -1) }}
        >
          <span className="icon-[lucide--chevron-left] size-5" aria-hidden />
          {trail.length > 0 ? "Mais recentes" : "Voltar ao início"}
        </ButtonLink>
      )}
      {nextCursor !== null && (
        <ButtonLink
          look="outline"
          to={addressOf(nextCursor)}
          state={{ trail: [...trail, here] }}
          className="ml-auto"
        >
          Mais antigos
          <span className="icon-[lucide--chevron-right] size-5" aria-hidden />
        </ButtonLink>
      )}
    </nav>
  );
}

/** The server knows nothing of the browser's history: a reloaded page learns of it once it is alive. */
function useTrail(): Trail {
  const { state } = useLocation() as { state: { trail?: Trail } | null };
  return useSyncExternalStore(
    watchNothing,
    () => state?.trail ?? none,
    () => none,
  );
}

function watchNothing() {
  return () => undefined;
}

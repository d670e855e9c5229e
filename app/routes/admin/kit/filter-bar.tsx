import {
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { useLocation, useNavigate, useNavigation, useSearchParams } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { StatusBadge } from "./badges.tsx";

const boxClasses =
  "min-h-11 rounded-md border border-field bg-background text-foreground placeholder:text-muted";
const typingDelayMs = 250;

type FilterBarProps = {
  search: ReactNode;
  /** Filters and the number of results: on phones one line that scrolls sideways. */
  children?: ReactNode;
};

/** Sticky search, filters and result count above a list. */
export function FilterBar({ search, children }: FilterBarProps) {
  return (
    <search className="list-filters mb-3 flex flex-wrap items-center gap-2 md:gap-3">
      {search}
      {children && <div className="list-filter-row">{children}</div>}
    </search>
  );
}

type SearchFieldProps = {
  /** Placeholder and accessible name. */
  label: string;
  /** The URL parameter. */
  name?: string;
};

/** Searches while the user types; the text is a URL parameter. */
export function SearchField({ label, name = "q" }: SearchFieldProps) {
  const { filter, setFilter } = useFilterParams();
  const [text, setText] = useTypedText(filter(name), (typed) => setFilter(name, typed));
  return (
    <div className="relative min-w-0 grow basis-48 sm:basis-64 sm:max-w-md">
      <span
        className="icon-[lucide--search] pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <input
        type="search"
        name={name}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        data-page-search
        className={`${boxClasses} w-full pr-3 pl-9 max-sm:pr-1 max-sm:placeholder:text-[0.875rem]`}
      />
    </div>
  );
}

type FilterSelectProps = {
  label: string;
  name: string;
  /** The first one has an empty value and clears the filter: 'Todas as categorias'. */
  options: readonly { value: string; label: string }[];
};

export function FilterSelect({ label, name, options }: FilterSelectProps) {
  const { filter, setFilter } = useFilterParams();
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={filter(name)}
        onChange={(event) => setFilter(name, event.currentTarget.value)}
        className={`${boxClasses} min-w-32 px-2 max-sm:max-w-56 sm:shrink-0 sm:px-3`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </>
  );
}

/** The number of results, read out when it changes. */
export function CountBadge({ children }: { children: ReactNode }) {
  return (
    <span role="status" className="ml-auto shrink-0">
      <StatusBadge>{children}</StatusBadge>
    </span>
  );
}

/** A link to the unfiltered list. */
export function ClearFilters() {
  return (
    <ButtonLink variant="outline" to={useLocation().pathname}>
      Limpar filtros
    </ButtonLink>
  );
}

/**
 * The text in the field, committed to the URL without spaces around it after a delay, and again after each navigation that
 * left it out: another one may have interrupted the search's own. A value of the URL that was not typed here replaces it.
 */
function useTypedText(current: string, commit: (typed: string) => void) {
  const [text, setText] = useState(current);
  /** Typed, and when the delay had passed. Only typing resets it. */
  const [due, setDue] = useState<{ typed: string; since: number }>();
  /** The last value of the URL that was rendered, and those that were committed after it, in this order. */
  const [known, setKnown] = useState([current]);
  const isIdle = useNavigation().state === "idle";
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const clickedAt = useRef(0);
  if (known[0] !== current) {
    const place = known.indexOf(current);
    setKnown(place < 0 ? [current] : known.slice(place));
    if (place < 0) setText(current);
  }
  useEffect(() => {
    // The event's own time is that of the press, which can be earlier than what already ran before it arrived.
    const noteClick = () => {
      clickedAt.current = performance.now();
    };
    document.addEventListener("click", noteClick, true);
    return () => {
      document.removeEventListener("click", noteClick, true);
      clearTimeout(timer.current);
    };
  }, []);
  const commitDue = useEffectEvent((awaited: typeof due, current: string, _isIdle: boolean) => {
    const { typed, since = 0 } = awaited ?? {};
    if (typed === undefined || typed !== text.trim() || typed === current) return;
    // The navigation of a later click may not be rendered yet, and would be lost.
    if (clickedAt.current >= since) return commitLater(typed);
    setKnown((values) => [...values, typed]);
    commit(typed);
  });
  // In an effect, so that a navigation that has just started is known.
  useEffect(() => commitDue(due, current, isIdle), [due, current, isIdle]);
  function commitLater(typed: string) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      startTransition(() => setDue({ typed, since: performance.now() }));
    }, typingDelayMs);
  }
  function type(typed: string) {
    setText(typed);
    setDue(undefined);
    commitLater(typed.trim());
  }
  return [text, type] as const;
}

/** Position parameters, removed when a filter changes. */
const pageParams = ["cursor", "page"];

/** The last filter navigation: the next one must not push over it while it is in progress. */
let lastFilter = { search: "", replace: true };

/** A list's filters in the URL. An empty value removes the parameter. */
export function useFilterParams() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const { location: next } = useNavigation();

  /** A navigation in progress, such as to an order's dialog, continues with the new filter. */
  function setFilters(values: Record<string, string>) {
    const { pathname, search, state } = next ?? location;
    if (pathname !== location.pathname) return;
    const filtered = new URLSearchParams(search);
    for (const [name, value] of Object.entries(values)) {
      if (value === "") filtered.delete(name);
      else filtered.set(name, value);
    }
    for (const param of pageParams) filtered.delete(param);
    const replace = !next || (next.search === lastFilter.search && lastFilter.replace);
    lastFilter = { search: `?${filtered}`, replace };
    void navigate(lastFilter.search, { replace, state, preventScrollReset: true });
  }
  return {
    filter: (name: string) => params.get(name) ?? "",
    setFilter: (name: string, value: string) => setFilters({ [name]: value }),
    setFilters,
  };
}

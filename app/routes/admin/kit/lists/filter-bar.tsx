import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
} from "react";
import {
  type Location,
  useLocation,
  useNavigate,
  useNavigation,
  useNavigationType,
  useSearchParams,
} from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { StatusBadge } from "../badges.tsx";
import { type Choice, Options } from "../fields/fields.tsx";
import { searchTarget } from "../shortcut-targets.ts";

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

/**
 * A form that is submitted after a pause in typing, or by Enter; the text is a URL parameter. Other changes of the parameter
 * replace the text.
 */
export function SearchField({ label, name = "q" }: SearchFieldProps) {
  const { filter, setFilter } = useFilterParams();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const submitSoon = useSubmitAfterPause(form);
  useText(input, filter(name), submitSoon);
  useEffect(() => searchTarget(input.current), []);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setFilter(name, input.current?.value.trim() ?? "", typedState);
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      className="relative min-w-0 grow basis-48 sm:basis-64 sm:max-w-md"
    >
      <span
        className="icon-[lucide--search] pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <input
        ref={input}
        type="search"
        name={name}
        defaultValue={filter(name)}
        onChange={submitSoon}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        className={`${boxClasses} w-full pr-3 pl-9 max-sm:pr-1 max-sm:placeholder:text-[0.875rem]`}
      />
    </form>
  );
}

/** The state of a location that a typed search led to. */
const typedState = { isTyped: true };

/** Submits the form when nothing was typed for a while. A click restarts the pause, so that its navigation comes first. */
function useSubmitAfterPause(form: RefObject<HTMLFormElement | null>): () => void {
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const submitSoon = useCallback(() => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => {
      pause.current = undefined;
      form.current?.requestSubmit();
    }, typingDelayMs);
  }, [form]);
  useClick(() => pause.current !== undefined && submitSoon());
  useEffect(() => () => clearTimeout(pause.current), []);
  return submitSoon;
}

/**
 * Shows the parameter's text when a link or the back button changed it. A link that was pressed before the page showed the
 * search leaves the typed text out: then it is searched again.
 */
function useText(input: RefObject<HTMLInputElement | null>, text: string, submitSoon: () => void) {
  const location = useLocation();
  const isPop = useNavigationType() === "POP";
  const before = useRef(text);
  const isTextAhead = () => input.current?.value.trim() !== text;
  const wasTextAhead = useRef(false);
  useClick(() => {
    wasTextAhead.current = isTextAhead();
  });
  const follow = useEffectEvent(({ state }: Location) => {
    const isChanged = before.current !== text;
    before.current = text;
    const field = input.current;
    if (!field || !isTextAhead()) return;
    const isFollowed = isChanged && !wasTextAhead.current && (isPop || !state?.isTyped);
    wasTextAhead.current = false;
    if (isFollowed) field.value = text;
    else submitSoon();
  });
  useEffect(() => follow(location), [location]);
}

/** Runs before the click has an effect. */
function useClick(onClick: () => void): void {
  const notice = useEffectEvent(onClick);
  useEffect(() => {
    const listen = () => notice();
    document.addEventListener("click", listen, true);
    return () => document.removeEventListener("click", listen, true);
  }, []);
}

type FilterSelectProps = {
  label: string;
  name: string;
  /** The first one has an empty value and clears the filter: 'Todas as categorias'. */
  choices: readonly Choice[];
};

export function FilterSelect({ label, name, choices }: FilterSelectProps) {
  const { filter, setFilter } = useFilterParams();
  return (
    <select
      name={name}
      aria-label={label}
      value={filter(name)}
      onChange={(event) => setFilter(name, event.currentTarget.value)}
      className={`${boxClasses} min-w-32 px-2 max-sm:max-w-56 sm:shrink-0 sm:px-3`}
    >
      <Options choices={choices} />
    </select>
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
  function setFilters(values: Record<string, string>, addedState?: object) {
    const { pathname, search, state } = next ?? location;
    if (pathname !== location.pathname) return;
    const filtered = new URLSearchParams(search);
    const changes = Object.entries(values).filter(
      ([name, value]) => value !== (filtered.get(name) ?? ""),
    );
    if (changes.length === 0) return;
    for (const [name, value] of changes) {
      if (value === "") filtered.delete(name);
      else filtered.set(name, value);
    }
    for (const param of pageParams) filtered.delete(param);
    const replace = !next || (next.search === lastFilter.search && lastFilter.replace);
    lastFilter = { search: `?${filtered}`, replace };
    const options = { replace, state: { ...state, ...addedState }, preventScrollReset: true };
    void navigate(lastFilter.search, options);
  }
  return {
    filter: (name: string) => params.get(name) ?? "",
    setFilter: (name: string, value: string, addedState?: object) =>
      setFilters({ [name]: value }, addedState),
    setFilters,
  };
}

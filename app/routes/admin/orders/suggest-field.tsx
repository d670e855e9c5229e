import {
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useState,
} from "react";
import { useSettled } from "#app/routes/admin/kit/session/use-settled.ts";
import { classNames } from "#app/ui/class-names.ts";
import { TextField } from "#app/ui/field.tsx";

type SuggestFieldProps<Item> = Pick<
  ComponentProps<typeof TextField>,
  "label" | "hint" | "placeholder" | "error" | "className" | "autoFocus"
> & {
  inputRef?: Ref<HTMLInputElement>;
  text: string;
  onType: (text: string) => void;
  /** The meanings of the typed text, the likeliest first: Enter takes it. */
  items: readonly Item[];
  keyOf: (item: Item) => string;
  show: (item: Item) => ReactNode;
  onChoose: (item: Item) => void;
  /** True if `items` are those of an earlier text: Enter then waits for the current ones. */
  isSearching: boolean;
  /** Enter in the empty field. */
  onLeave: () => void;
  /** A text of several lines, which is no search. */
  onPasteLines: (text: string) => void;
};

/** A field that proposes what its text may mean while it is typed, for mouse and keyboard. */
export function SuggestField<Item>(props: SuggestFieldProps<Item>) {
  const { inputRef, text, onType, items, keyOf, show, onChoose, isSearching, onLeave } = props;
  const { onPasteLines, ...field } = props;
  const id = useId();
  const [activeKey, setActiveKey] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  // Enter was pressed before the answer to the last key.
  const [isAwaited, setAwaited] = useState(false);
  const active = items.find((item) => keyOf(item) === activeKey) ?? items[0];
  const isShown = isOpen && items.length > 0;

  function choose(item: Item) {
    setActiveKey(undefined);
    setOpen(false);
    onChoose(item);
  }

  useEffect(() => {
    if (!isAwaited || isSearching) return;
    setAwaited(false);
    if (active !== undefined) choose(active);
  });

  function enter() {
    if (text.trim() === "") onLeave();
    else if (isSearching) setAwaited(true);
    else if (active !== undefined) choose(active);
  }

  function move(step: number) {
    const at = active === undefined ? -1 : items.indexOf(active);
    const next = items.at((at + step) % items.length);
    setActiveKey(next && keyOf(next));
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isEscape = event.key === "Escape" && isShown;
    if (!(step || isEscape || event.key === "Enter")) return;
    // Ctrl+Enter sends the form.
    if (event.ctrlKey || event.metaKey) return;
    if (step) move(step);
    else if (isEscape) setOpen(false);
    else enter();
    event.preventDefault();
    event.stopPropagation();
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const lines = event.clipboardData.getData("text/plain");
    if (!/\S\s*[\r\n]+\s*\S/.test(lines)) return;
    event.preventDefault();
    onPasteLines(lines);
  }

  return (
    <div className="relative">
      <TextField
        label={field.label}
        hint={field.hint}
        {...(field.error && { error: field.error })}
        placeholder={field.placeholder}
        autoFocus={field.autoFocus}
        ref={inputRef}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={
          isShown && active !== undefined ? optionIdOf(id, keyOf(active)) : undefined
        }
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="next"
        value={text}
        onFocus={() => setOpen(true)}
        // A choice by Enter is still taken when its answer comes.
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          onType(event.currentTarget.value);
          setActiveKey(undefined);
          setOpen(true);
          setAwaited(false);
        }}
        onKeyDown={press}
        onPaste={paste}
      />
      <SuggestionList
        id={id}
        label={field.label}
        items={items}
        active={active}
        isShown={isShown}
        keyOf={keyOf}
        show={show}
        onPoint={(item) => setActiveKey(keyOf(item))}
        onChoose={choose}
      />
    </div>
  );
}

type SuggestionListProps<Item> = Pick<
  SuggestFieldProps<Item>,
  "label" | "items" | "keyOf" | "show" | "onChoose"
> & {
  id: string;
  active: Item | undefined;
  isShown: boolean;
  onPoint: (item: Item) => void;
};

function optionIdOf(id: string, key: string): string {
  return `${id}-${key}`;
}

/** The list below the field; the field keeps the focus. */
function SuggestionList<Item>(props: SuggestionListProps<Item>) {
  const { id, label, items, active, isShown, keyOf, show, onPoint, onChoose } = props;
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      hidden={!isShown}
      className="absolute inset-x-0 top-[calc(var(--text-base)*1.5+3.625rem)] z-20 max-h-96 overflow-y-auto rounded-md border border-line bg-background p-1 shadow-bar"
    >
      {items.map((item) => (
        <button
          key={keyOf(item)}
          type="button"
          id={optionIdOf(id, keyOf(item))}
          role="option"
          tabIndex={-1}
          aria-selected={item === active}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(item)}
          onPointerMove={() => onPoint(item)}
          className={classNames(
            "flex min-h-12 w-full items-center gap-3 rounded-sm px-3 py-1.5 text-start",
            item === active && "bg-tint text-tint-ink",
          )}
        >
          {show(item)}
        </button>
      ))}
    </div>
  );
}

/** The answers to a text that is being typed, and whether those of the last one are missing. */
export function useAnswers<Item>(text: string, find: (text: string) => Promise<readonly Item[]>) {
  const [answer, setAnswer] = useState<{ text: string; items: readonly Item[] }>();
  const query = text.trim();
  const settled = useSettled(query);
  useEffect(() => {
    if (settled === "") return;
    let isCurrent = true;
    void find(settled).then((items) => {
      if (isCurrent) setAnswer({ text: settled, items });
    });
    return () => {
      isCurrent = false;
    };
  }, [settled, find]);
  return {
    items: query === "" ? [] : (answer?.items ?? []),
    isSearching: query !== "" && answer?.text !== query,
  };
}

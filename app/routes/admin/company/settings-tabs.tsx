import { type KeyboardEvent, useEffect, useRef } from "react";

/** The tabs of the settings screen; the URL contains the open one: `?tab=seo`. */
const tabs = [
  { key: "general", label: "Geral", icon: "icon-[lucide--store]" },
  { key: "content", label: "Conteúdo", icon: "icon-[lucide--image]" },
  { key: "about", label: "Sobre", icon: "icon-[lucide--book-open]" },
  { key: "seo", label: "SEO", icon: "icon-[lucide--search]" },
  { key: "appearance", label: "Aparência", icon: "icon-[lucide--palette]" },
  { key: "payments", label: "Pagamentos", icon: "icon-[lucide--credit-card]" },
  { key: "contact", label: "Contato", icon: "icon-[lucide--phone]" },
  { key: "audit", label: "Logs", icon: "icon-[lucide--history]" },
] as const;

export type TabKey = (typeof tabs)[number]["key"];
export const tabKeys = tabs.map(({ key }) => key);

/** The tab of a URL's query, by default the first. */
export function tabIn(search: string): TabKey {
  const wanted = new URLSearchParams(search).get("tab");
  return tabs.find(({ key }) => key === wanted)?.key ?? "general";
}

export const tabElementId = (key: TabKey) => `tab-${key}`;
export const panelElementId = (key: TabKey) => `painel-${key}`;

// Relative: its screen reader text would otherwise widen the page from outside the scrolling row.
const tabClasses =
  "relative inline-flex min-h-11 flex-none cursor-pointer items-center gap-2 border-b-2 border-transparent px-3 font-semibold text-muted -outline-offset-3! hover:text-foreground aria-selected:border-primary-ink aria-selected:text-primary-ink forced-colors:aria-selected:border-[Highlight]";

type TabListProps = {
  active: TabKey;
  /** Tabs with unsaved changes. */
  unsaved: readonly TabKey[];
  onSelect: (tab: TabKey) => void;
};

/** One tab stop; arrow keys, Home and End select a tab. */
export function TabList({ active, unsaved, onSelect }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current;
    const tab = document.getElementById(tabElementId(active));
    // `scrollIntoView` would also scroll a page that was scrolled before hydration, and a tap would miss its button.
    if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [active]);

  function press(event: KeyboardEvent) {
    const next = tabs.at(indexAfter(event.key, active));
    if (!next || next.key === active) return;
    event.preventDefault();
    onSelect(next.key);
    list.current?.querySelector<HTMLElement>(`#${tabElementId(next.key)}`)?.focus();
  }
  return (
    <div className="sticky top-(--top) z-15 -mx-4 mb-4 border-b border-line bg-canvas md:mx-0 md:mb-6">
      <div
        ref={list}
        role="tablist"
        aria-label="Configurações"
        onKeyDown={press}
        className="flex [scrollbar-width:none] gap-1 overflow-x-auto px-4 md:px-0"
      >
        {tabs.map(({ key, label, icon }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={tabElementId(key)}
            aria-selected={key === active}
            aria-controls={key === active ? panelElementId(key) : undefined}
            tabIndex={key === active ? 0 : -1}
            onClick={() => onSelect(key)}
            className={tabClasses}
          >
            <span className={`${icon} size-4 shrink-0`} aria-hidden />
            {label}
            {unsaved.includes(key) && (
              <span className="size-2 shrink-0 rounded-full bg-primary-ink">
                <span className="sr-only"> (alterações não salvas)</span>
              </span>
            )}
          </button>
        ))}
      </div>
    </div>
  );
}

function indexAfter(pressed: string, active: TabKey): number {
  const index = tabs.findIndex(({ key }) => key === active);
  switch (pressed) {
    case "ArrowRight":
      return (index + 1) % tabs.length;
    case "ArrowLeft":
      return index - 1;
    case "Home":
      return 0;
    case "End":
      return -1;
    default:
      return index;
  }
}

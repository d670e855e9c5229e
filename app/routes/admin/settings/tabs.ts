/** The tabs of the settings screen, in their order; the address keeps which is open: `?tab=seo`. */
export const tabs = [
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

/** The tab that an address's search part names; the first when it names none. */
export function tabIn(search: string): TabKey {
  const wanted = new URLSearchParams(search).get("tab");
  return tabs.find(({ key }) => key === wanted)?.key ?? "general";
}

export const tabId = (key: TabKey) => `tab-${key}`;
export const panelId = (key: TabKey) => `painel-${key}`;

import type { CompanyAddress, DayHours } from "#app/domain/settings/company-schema.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import type { SectionDefinition } from "./drafts.tsx";
import { type ListItem, numbered } from "./list-editor.tsx";

export type DayDraft = { isOpen: boolean; opens: string; closes: string };

export type ContactDraft = CompanyAddress & {
  phone: string;
  whatsapp: string;
  email: string;
  week: DayDraft[];
  /** `opens` and `closes` are empty on a closed day. */
  holidays: ListItem[];
  services: ListItem[];
  claim_number: string;
  claim_label: string;
  social: ListItem[];
};

const emptyAddress: CompanyAddress = {
  street: "",
  neighborhood: "",
  city: "",
  state: "",
  zipCode: "",
  map_url: "",
};

export const contactDefinition: SectionDefinition<ContactDraft> = {
  slot: "contact",
  read(settings) {
    const { opening_hours: hours, contact_claim: claim } = settings;
    return {
      phone: settings.phone ?? "",
      whatsapp: settings.whatsapp ?? "",
      email: settings.email ?? "",
      ...(settings.address ?? emptyAddress),
      week: (hours?.week ?? closedWeek).map(readDay),
      holidays: numbered(
        (hours?.holidays ?? []).map(({ date, name, hours: times }) => ({
          date,
          name,
          opens: times?.opens ?? "",
          closes: times?.closes ?? "",
        })),
      ),
      services: numbered(settings.service_types ?? []),
      claim_number: claim?.number ?? "",
      claim_label: claim?.label ?? "",
      social: numbered(settings.social_links.map((address) => ({ address }))),
    };
  },
  write: (draft) => ({
    phone: draft.phone || null,
    whatsapp: draft.whatsapp || null,
    email: draft.email || null,
    address: writeAddress(draft),
    opening_hours: writeHours(draft),
    service_types: draft.services.map(({ name = "", description = "" }) => ({ name, description })),
    contact_claim: { number: draft.claim_number, label: draft.claim_label },
    social_links: draft.social.map(({ address = "" }) => address),
  }),
};

const closedWeek: readonly DayHours[] = Array.from({ length: 7 }, () => null);

/** Null when the shop is never open: its pages then show no hours. */
function writeHours({ week, holidays }: ContactDraft): Settings["opening_hours"] {
  if (!week.some(({ isOpen }) => isOpen) && holidays.length === 0) return null;
  return {
    week: week.map(({ isOpen, opens, closes }) => (isOpen ? { opens, closes } : null)),
    holidays: holidays.map(({ date = "", name = "", opens = "", closes = "" }) => ({
      date,
      name,
      hours: opens || closes ? { opens, closes } : null,
    })),
  };
}

function readDay(hours: DayHours): DayDraft {
  return { isOpen: hours !== null, opens: hours?.opens ?? "", closes: hours?.closes ?? "" };
}

/** Null when every field is empty. */
function writeAddress(draft: CompanyAddress): Settings["address"] {
  const { street, neighborhood, city, state, map_url } = draft;
  const zipCode = draft.zipCode.replace(/\D/g, "");
  const address = { street, neighborhood, city, state: state.toUpperCase(), zipCode, map_url };
  return Object.values(address).some(Boolean) ? address : null;
}

export const claimHint = "Como '30+ anos'. Vazio: não aparece.";

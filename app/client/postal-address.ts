import { useRef, useState } from "react";

/** Fills the address of a form from its CEP. */

const addressFields = ["street", "neighborhood", "city", "state"] as const;
type AddressField = (typeof addressFields)[number];
/** The address that the postal-code service has for a CEP; a part that it does not have is empty. */
export type PostalAddress = Record<AddressField, string>;

type AddressForm = {
  /** All values of the form. */
  read: () => PostalAddress & { zipCode: string };
  write: (field: AddressField, value: string) => void;
  focusNumber: () => void;
};

/**
 * Returns `lookUp`, to be called when the CEP is left. The focus moves to the number, unless the street is missing or the visitor types
 * elsewhere. What the lookup before filled in is replaced or cleared, so that no street stays beside another CEP; what was typed
 * stays where the service has nothing. `hint` is the text below the CEP during a lookup, and after one that found no address.
 */
export function usePostalAddress(
  form: AddressForm,
  onFound: (address: PostalAddress) => void = () => undefined,
) {
  const lastLookup = useRef("");
  const [hint, setHint] = useState<string>();
  // An address with which the form is opened belongs to the CEP beside it.
  const [filled] = useState(() => readOpened(form));

  async function lookUp(): Promise<void> {
    const before = form.read();
    const digits = before.zipCode.replace(/\D/g, "");
    if (digits.length !== 8 || digits === lastLookup.current) return;
    lastLookup.current = digits;
    setHint("Buscando o endereço…");
    const found = await findAddress(digits);
    if (lastLookup.current !== digits) return;
    setHint(hintAfter(found));
    if (found) onFound(found);
    // The next blur tries again.
    else lastLookup.current = "";
    const now = form.read();
    // The address of the same CEP stays where the service has nothing.
    const replaced = filled.zipCode === digits ? emptyAddress : filled.address;
    const next = mergeAddress({ now, before, filled: replaced, found });
    for (const field of addressFields) {
      if (next[field] !== now[field]) form.write(field, next[field]);
    }
    if (found) Object.assign(filled, { zipCode: digits, address: found });
    const isTyping = JSON.stringify(now) !== JSON.stringify(before);
    if (found && next.street !== "" && !isTyping) form.focusNumber();
  }

  return { lookUp, hint };
}

function hintAfter(found: PostalAddress | undefined): string | undefined {
  if (found?.city) return undefined;
  return "Não achamos o endereço deste CEP. Preencha os campos abaixo.";
}

function readOpened(form: AddressForm): { zipCode: string; address: PostalAddress } {
  const { street, neighborhood, city, state, zipCode } = form.read();
  const digits = zipCode.replace(/\D/g, "");
  const address = digits.length === 8 ? { street, neighborhood, city, state } : emptyAddress;
  return { zipCode: digits, address };
}

const emptyAddress: PostalAddress = { street: "", neighborhood: "", city: "", state: "" };

type Lookup = {
  /** The fields after and before the request. */
  now: PostalAddress;
  before: PostalAddress;
  /** The address that the lookup before filled in. */
  filled: PostalAddress;
  found: PostalAddress | undefined;
};

/** The fields that a lookup leaves: what is typed during the request stays. */
export function mergeAddress({ now, before, filled, found }: Lookup): PostalAddress {
  const merge = (field: AddressField) => {
    if (now[field] !== before[field]) return now[field];
    return found?.[field] || (now[field] === filled[field] ? "" : now[field]);
  };
  return {
    street: merge("street"),
    neighborhood: merge("neighborhood"),
    city: merge("city"),
    state: merge("state"),
  };
}

/** The address of a CEP of 8 digits; undefined, and logged, when the lookup failed. */
async function findAddress(digits: string): Promise<PostalAddress | undefined> {
  try {
    const response = await fetch(`/api/postal-code/${digits}`);
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { logradouro, bairro, localidade, uf } = Object(await response.json());
    return {
      street: textOf(logradouro),
      neighborhood: textOf(bairro),
      city: textOf(localidade),
      state: textOf(uf),
    };
  } catch (error) {
    console.warn(`the address of CEP ${digits} was not found`, error);
    return undefined;
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

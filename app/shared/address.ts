/** The parts of an address, named as in orders. */
export const addressFields = [
  ["zipCode", "CEP"],
  ["street", "Rua"],
  ["number", "Número"],
  ["complement", "Complemento"],
  ["neighborhood", "Bairro"],
  ["city", "Cidade"],
  ["state", "Estado"],
] as const;

export type AddressField = (typeof addressFields)[number][0];
export type Address = Record<AddressField, string>;

/** All parts as texts, empty where the address has none. */
export function fillAddress(address: Partial<Address>): Address {
  const texts = addressFields.map(([name]) => [name, address[name] ?? ""]);
  return Object.fromEntries(texts) as Address;
}

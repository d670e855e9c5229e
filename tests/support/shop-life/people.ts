/** Those who order in a life. Each has a name that no other text of the shop contains. */

const people = [
  { name: "Zulmira Prado", document: "52998224725", number: "11" },
  { name: "Quitéria Padaria", document: "11222333000181", number: "12" },
  // A stranger with the document of the one before.
  { name: "Ubaldina Vieira", document: "11222333000181", number: "13" },
  // Outside the zone.
  { name: "Waldomira Lins", document: "11144477735", number: "14", zipCode: "90010000" },
];
export const personCount = people.length;

/** A person as they fill in the checkout. */
export function personAt(index: number) {
  const found = people[index % personCount];
  if (!found) throw new Error(`no person ${index}`);
  const { number, zipCode = "01310100", ...person } = found;
  return {
    ...person,
    email: `pessoa${number}@zelador.example`,
    phone: `119${number}${number}${number}${number}`,
    zipCode,
    street: `Rua Jacarandá-${number}`,
    number,
    neighborhood: "Bela Vista",
    city: "São Paulo",
    state: "SP",
  };
}

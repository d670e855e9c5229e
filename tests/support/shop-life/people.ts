/** The people who order in a life. Each has texts that no other text of the shop contains. */

const people = [
  { name: "Zulmira", house: 11, of: 0 },
  { name: "Quitéria", house: 12, of: 1 },
  // A stranger with the document of the one before.
  { name: "Ubaldina", house: 13, of: 1 },
  // This address is outside the zone.
  { name: "Waldomira", house: 14, of: 2, zipCode: "90010000" },
];
export const personCount = people.length;

/** A person as they fill in the checkout. One who was erased so many times comes back as somebody else, with another document. */
export function createPerson(index: number, erasures: readonly number[]) {
  const person = people[index];
  if (!person) throw new Error(`no person ${index}`);
  const number = String(person.house * 100 + (erasures[index] ?? 0));
  const sharing = erasures.filter((_, other) => people[other]?.of === person.of);
  const documents = sharing.reduce((sum, one) => sum + one, 0);
  return {
    name: `${person.name} Jatobá-${number}`,
    email: `pessoa${number}@zelador.example`,
    phone: `119${number}${number}`,
    document: createCpf(777_000_000 + person.of * 1000 + documents),
    zipCode: person.zipCode ?? "01310100",
    street: `Rua Jacarandá-${number}`,
    number,
    neighborhood: "Bela Vista",
    city: "São Paulo",
    state: "SP",
  };
}

export type LivePerson = ReturnType<typeof createPerson>;

/** The texts that remain nowhere after the erasure of a person, in lower case. */
export const personalTexts = ({ name, email, phone, document, street }: LivePerson) =>
  [name, email, phone, document, street].map((text) => text.toLowerCase());

/** The CPF that begins with nine digits. */
function createCpf(base: number): string {
  const digits = [...String(base)].map(Number);
  for (const length of [9, 10]) {
    const sum = digits.reduce((total, digit, at) => total + digit * (length + 1 - at), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join("");
}

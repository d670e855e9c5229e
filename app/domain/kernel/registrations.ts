import { isValidIe } from "@brazilian-utils/brazilian-utils";
import { optionalNumberLine } from "#app/domain/kernel/editing/schema.ts";
import { removePoints } from "./fiscal-codes.ts";

/** The first two digits of a city's IBGE code are its state. */
const stateNumbers = {
  RO: 11,
  AC: 12,
  AM: 13,
  RR: 14,
  PA: 15,
  AP: 16,
  TO: 17,
  MA: 21,
  PI: 22,
  CE: 23,
  RN: 24,
  PB: 25,
  PE: 26,
  AL: 27,
  SE: 28,
  BA: 29,
  MG: 31,
  ES: 32,
  RJ: 33,
  SP: 35,
  PR: 41,
  SC: 42,
  RS: 43,
  MS: 50,
  MT: 51,
  GO: 52,
  DF: 53,
};
type State = keyof typeof stateNumbers;
const states = Object.keys(stateNumbers) as State[];

/** The text of a company without a state registration. */
export const exemptRegistration = "ISENTO";

/** Cities whose code IBGE gave another last digit than the rule computes. */
const irregularCodes = [
  "2201919",
  "2201988",
  "2202251",
  "2611533",
  "3117836",
  "3152131",
  "4305871",
  "5203939",
  "5203962",
];

/** Seven digits: the state, the city in it, and a check digit of module 10. */
export function isCityCode(code: string): boolean {
  if (!/^\d{7}$/.test(code) || !states.some((state) => isCodeOfState(code, state))) return false;
  if (irregularCodes.includes(code)) return true;
  let sum = 0;
  for (let at = 0; at < 6; at += 1) {
    const product = Number(code[at]) * (at % 2 === 0 ? 1 : 2);
    sum += product > 9 ? product - 9 : product;
  }
  return (10 - (sum % 10)) % 10 === Number(code[6]);
}

export function isCodeOfState(code: string, state: string): boolean {
  return code.startsWith(String(stateNumbers[state.toUpperCase() as State]));
}

/** Returns whether the check digits of a state registration are those of the state; without a state, of any one. */
export function isRegistrationOf(registration: string, state?: string): boolean {
  if (registration === exemptRegistration) return true;
  const candidates = state === undefined ? states : states.filter((name) => name === state);
  return candidates.some((stateCode) => isValidIe({ value: registration, stateCode }));
}

/** A state registration, which every state numbers in its own way. */
export const stateRegistrationSchema = optionalNumberLine(40)
  .transform((text) => text?.toUpperCase().replace(/[^A-Z\d]/g, "") || null)
  .refine((registration) => registration === null || isRegistrationOf(registration), {
    error: "Inscrição estadual inválida: confira os números, ou escreva ISENTO.",
  })
  .meta({ description: "Sem pontuação, ou `ISENTO`.", examples: ["110042490114"] });

export const cityCodeSchema = optionalNumberLine(40)
  .transform((text) => (text && removePoints(text)) || null)
  .refine((code) => code === null || isCityCode(code), {
    error: "Código IBGE inválido: são 7 números, e o último não confere.",
  })
  .meta({ description: "Código IBGE do município, de 7 números.", examples: ["3550308"] });

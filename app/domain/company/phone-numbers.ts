import { digitsOf, isNationalOnly, phoneNumbers } from "#app/shared/phone-numbers.ts";

const maxPhoneDigits = 15;

/** Returns whether every number of the field can be dialed: with DDD, 0800 and the like, or 4004-1234 and the like. */
export function arePhoneNumbers(field: string): boolean {
  const numbers = phoneNumbers(field);
  const others = digitsOf(field).length - digitsOf(numbers.join("")).length;
  return numbers.length > 0 && others === 0 && numbers.every(isDialable);
}

function isDialable(number: string): boolean {
  const { length } = digitsOf(number);
  return isNationalOnly(number) || (length >= 10 && length <= maxPhoneDigits);
}

import { readCookie } from "#app/domain/people/rules.ts";
import { nationalDigits } from "#app/shared/phone-numbers.ts";

/** The cookie of a device on which the customer's area is open. Only the server reads it. */
export const areaCookie = "pomar_cliente";

const day = 86_400_000;

/** Time after which a device has to enter again. */
export const deviceAgeMs = 180 * day;
/** The lifetime of a link that the seller or the customer creates. */
export const linkAgeMs = 7 * day;
/** The maker of a link: the seller, a device of the customer, or the shop for a mail that was requested. */
export type LinkMaker = "seller" | "device" | "mail";
/** The lifetime of a link by its maker. */
export const linkAges: Record<LinkMaker, number> = {
  seller: linkAgeMs,
  device: linkAgeMs,
  mail: day,
};

export const maxPeople = 20;
export const maxLists = 30;

/** A 256-bit token in base64url. */
export const tokenPattern = /^[\w-]{43}$/;

/** The digits of a phone number, as `nationalDigits` has them; undefined for a text that is none. */
export function phoneDigits(text: string): string | undefined {
  const digits = nationalDigits(text);
  return /^\d{10,15}$/.test(digits) ? digits : undefined;
}

/** The token of a device that entered a customer's area, from its cookies. */
export function readAreaToken(cookies: string | null | undefined): string | undefined {
  const token = cookies?.includes(`${areaCookie}=`) ? readCookie(cookies, areaCookie) : undefined;
  return token && tokenPattern.test(token) ? token : undefined;
}

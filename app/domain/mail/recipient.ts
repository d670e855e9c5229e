/** Providers that ignore dots in the part before the "@". */
const dotlessDomains = new Map([
  ["gmail.com", "gmail.com"],
  ["googlemail.com", "gmail.com"],
]);

/** The mailbox of an address, the same for all its spellings: "Ana.Souza+loja@GMAIL.com" → "anasouza@gmail.com". */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const [user = ""] = email.slice(0, at).toLowerCase().split("+");
  const domain = email.slice(at + 1).toLowerCase();
  const dotless = dotlessDomains.get(domain);
  return dotless ? `${user.replaceAll(".", "")}@${dotless}` : `${user}@${domain}`;
}

// "Ana", "D'Ávila", "Ltda.", "J.R.": a dot only at the end or after initials, so no word is a domain in any script.
const nameWord =
  /^(?:\p{Script=Latin}\p{M}?\.)+$|^[\p{Script=Latin}\p{M}]+(?:['’-][\p{Script=Latin}\p{M}]+)*\.?$/u;

/** The words of a customer's name; empty if one of them could be anything else, such as an address of the web. */
export function wordsOfName(name: string): string[] {
  const words = name.trim().split(/\s+/);
  return words.every((word) => nameWord.test(word)) ? words : [];
}

/**
 * Why the shop's database cannot be opened, in one line for whoever starts the shop: it names what to look at and never
 * a password. Anything else that opening throws is a fault of ours.
 */
export class DatabaseRefusal extends Error {
  override name = "DatabaseRefusal";
}

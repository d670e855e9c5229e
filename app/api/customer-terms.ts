import { hasTerms, noTerms } from "#app/domain/customers/rules.ts";
import type { CustomerChanges } from "#app/domain/customers/schema.ts";
import type { ApiDependencies } from "./framework/api-types.ts";
import { type Administrator, roleProblem } from "./framework/guard.ts";

/** The conditions of customers are part of the prices, which are the administrator's. */

/** Rejects a member who sets conditions; a new customer may have none of them. */
export function checkTerms({ role }: Administrator, sent: object, isNew = false): void {
  const isPrice = Object.entries(sent).some(
    ([name, value]) => Object.hasOwn(noTerms, name) && !(isNew && value === null),
  );
  if (role !== "dono" && isPrice) throw roleProblem("Só quem administra a loja muda as condições.");
}

/** Rejects a member who gives a further person what a customer with conditions has. */
export async function checkAccess(
  { shop }: ApiDependencies,
  { role }: Administrator,
  id: string,
): Promise<void> {
  if (role === "dono") return;
  const customer = await shop.customers.find(id);
  if (customer && hasTerms(customer)) throw accessProblem();
}

/** The fields by which an order or a request finds its customer. */
const identity = ["document", "email", "phone"] as const;

/** The check of `checkAccess`, for a change of what the customer is found by. */
export async function checkIdentity(
  { shop }: ApiDependencies,
  { role }: Administrator,
  id: string,
  changes: Partial<CustomerChanges>,
): Promise<void> {
  const isSent = identity.some((name) => changes[name] !== undefined);
  if (role === "dono" || !isSent) return;
  const customer = await shop.customers.find(id);
  if (!customer || !hasTerms(customer)) return;
  const isChanged = identity.some(
    (name) => changes[name] !== undefined && changes[name] !== customer[name],
  );
  if (isChanged) throw accessProblem();
}

function accessProblem() {
  return roleProblem(
    "Este cliente tem condições próprias: só quem administra a loja muda o documento, o e-mail e o telefone dele, e dá acesso à área.",
  );
}

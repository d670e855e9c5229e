import fc from "fast-check";
import { anOrder, choice, type Kind, kind, type Order, pick, roots } from "./kind.ts";
import type { Life, Snapshot } from "./life.ts";
import { personCount } from "./people.ts";

const ofCustomers = ({ orders }: Snapshot): (Order & { customer: string })[] =>
  orders.filter((order): order is Order & { customer: string } => order.customer !== null);
const merged = ({ customers }: Snapshot) => customers.filter(({ id, root }) => id !== root);
const withPerson = ({ orders }: Snapshot) => orders.filter(({ erased }) => !erased);

function mergeTwo(life: Life, customer: number, other: number) {
  const kept = pick(roots(life.state), customer);
  const rest = roots(life.state).filter((one) => one !== kept);
  const joined = pick(rest, other);
  return {
    joined,
    merge: () => life.send("POST", `/customers/${kept.id}/merge`, { customer_id: joined.id }),
  };
}

export const customerSteps: Record<string, Kind> = {
  "enter a customer": kind<{ person: number; hasDocument: boolean }>({
    args: { person: fc.nat(personCount - 1), hasDocument: fc.boolean() },
    when: () => true,
    run: (life, { person, hasDocument }) => {
      const { name, email, phone, document, street } = life.personAt(person);
      const own = { name, email, phone, address: { street }, ...(hasDocument && { document }) };
      return life.send("POST", "/customers", own);
    },
  }),
  "split a customer": kind<{ order: number }>({
    args: { order: choice },
    weight: 2,
    when: (state) => ofCustomers(state).length > 0,
    run: (life, { order }) => {
      const { id, customer } = pick(ofCustomers(life.state), order);
      return life.send("POST", `/customers/${customer}/split`, { orders: [id] });
    },
  }),
  "split a customer and merge it again": kind<{ order: number }>({
    args: { order: choice },
    when: (state) => ofCustomers(state).length > 0,
    run: (life, { order }) =>
      life.undoing(async () => {
        const { id, customer } = pick(ofCustomers(life.state), order);
        const response = await life.send("POST", `/customers/${customer}/split`, { orders: [id] });
        return {
          response,
          undo: ({ id: split }: { id: string }) =>
            life.send("POST", `/customers/${customer}/merge`, { customer_id: split }),
        };
      }),
  }),
  "merge customers": kind<{ customer: number; other: number }>({
    args: { customer: choice, other: choice },
    weight: 2,
    when: (state) => roots(state).length > 1,
    run: (life, { customer, other }) => mergeTwo(life, customer, other).merge(),
  }),
  "merge customers and separate them": kind<{ customer: number; other: number }>({
    args: { customer: choice, other: choice },
    when: (state) => roots(state).length > 1,
    run: (life, { customer, other }) =>
      life.undoing(async () => {
        const { joined, merge } = mergeTwo(life, customer, other);
        const response = await merge();
        return { response, undo: () => life.send("POST", `/customers/${joined.id}/separate`) };
      }),
  }),
  "separate a customer": kind<{ customer: number }>({
    args: { customer: choice },
    when: (state) => merged(state).length > 0,
    run: (life, { customer }) =>
      life.send("POST", `/customers/${pick(merged(life.state), customer).id}/separate`),
  }),
  "delete a customer": kind<{ customer: number }>({
    args: { customer: choice },
    when: ({ customers }) => customers.length > 0,
    run: (life, { customer }) =>
      life.send("DELETE", `/customers/${pick(life.state.customers, customer).id}`),
  }),
  "erase the customer of an order": kind<{ order: number }>({
    args: { order: choice },
    when: (state) => withPerson(state).length > 0,
    run: async (life, { order }) => {
      const { id } = pick(withPerson(life.state), order);
      const related = await life.read<{ items: { id: string }[] }>(`/orders/${id}/related`);
      const orders = related.items.map((one) => one.id);
      return life.erasing(() => life.send("POST", `/orders/${id}/anonymize`, { orders }));
    },
  }),
  "erase a person": kind<{ person: number }>({
    args: { person: fc.nat(personCount - 1) },
    when: () => true,
    run: async (life, { person }) => {
      const { document } = life.personAt(person);
      const { items } = await life.read<{ items: { kind: string; id: string }[] }>(
        `/personal-data?search=${document}`,
      );
      const idsOf = (of: string) => items.filter(({ kind }) => kind === of).map(({ id }) => id);
      const found = { customers: idsOf("customer"), orders: idsOf("order") };
      if (items.length === 0) return undefined;
      return life.erasing(() => life.send("POST", "/personal-data/erase", found));
    },
  }),
  "look at a customer": kind<{ customer: number; order: number }>({
    args: { customer: choice, order: choice },
    when: (state) => anOrder(state) && roots(state).length > 0,
    run: async (life, { customer, order }) => {
      const one = `/customers/${pick(roots(life.state), customer).id}`;
      const { id, date } = pick(life.state.orders, order);
      const link = life.links.get(id);
      const paths = [
        ...[one, `${one}/statement?from=2026-01-01&until=2031-12-31`, `${one}/series`],
        ...[`/orders/${id}`, `/orders/${id}/joinable`, `/orders/${id}/payments`],
        ...[`/orders/${id}/related`, `/orders/${id}/invoice`, `/orders/${id}/series`],
        ...["/customers", "/orders?limit=20", "/series-notices", "/stock-lots", "/purchase-list"],
        ...(date === null ? [] : [`/day?date=${date}`]),
        ...(link === undefined ? [] : [`/order-links/${link}`, `/order-links/${link}/series`]),
      ];
      for (const path of paths) await (await life.send("GET", path)).arrayBuffer();
      return undefined;
    },
  }),
};

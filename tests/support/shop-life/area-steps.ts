import fc from "fast-check";
import { aProduct, choice, type Kind, kind, pick, roots } from "./kind.ts";

/** What seller and customers do with areas and the contacts that open them. */
export const areaSteps: Record<string, Kind> = {
  "confirm a contact": kind<{ customer: number; contact: number; confirmed: boolean }>({
    args: { customer: choice, contact: choice, confirmed: fc.boolean() },
    weight: 2,
    when: (state) => roots(state).length > 0,
    run: async (life, { customer, contact, confirmed }) => {
      const path = `/customers/${pick(roots(life.state), customer).id}`;
      const { contacts } = await life.read<{ contacts: { contact: string }[] }>(`${path}/access`);
      if (contacts.length === 0) return undefined;
      const chosen = { contacts: [pick(contacts, contact).contact], confirmed };
      return life.send("PUT", `${path}/contacts`, chosen);
    },
  }),
  "enter an area": kind<{ customer: number; isSent: boolean }>({
    args: { customer: choice, isSent: fc.boolean() },
    when: (state) => roots(state).length > 0,
    run: async (life, { customer, isSent }) => {
      const path = `/customers/${pick(roots(life.state), customer).id}/links`;
      const created = await life.send("POST", path, isSent ? {} : { contact: null });
      if (!created.ok) return created;
      const { link } = (await created.json()) as { link: string };
      const token = link.split("#entrar=")[1];
      const entered = await life.sendAsVisitor("POST", "/customer/session", { token });
      life.areas.push(entered.headers.getSetCookie().join().split(";")[0] ?? "");
      return entered;
    },
  }),
  "order in an area": kind<{ area: number; person: number; product: number }>({
    args: { area: choice, person: fc.nat(3), product: choice },
    when: aProduct,
    run: async (life, { area, person, product }) => {
      if (life.areas.length === 0) return undefined;
      const { id, options } = pick(life.state.products, product);
      const { unit, price, minimum, tiers } = pick(options, 0);
      const unitPrice = tiers.findLast(({ from }) => from <= minimum)?.price ?? price;
      const items = [{ product_id: id, unit, quantity: minimum, price: unitPrice }];
      const body = { customer: life.personAt(person), items };
      return life.sendAsVisitor("POST", "/orders", body, pick(life.areas, area));
    },
  }),
};

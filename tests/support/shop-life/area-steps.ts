import fc from "fast-check";
import type { CustomerArea } from "#app/domain/customer-area/schema.ts";
import type { SeriesView } from "#app/domain/series/schema.ts";
import { aProduct, choice, type Kind, kind, pick, roots } from "./kind.ts";
import type { Life } from "./life.ts";
import { orderLines, type WantedLine, wantedLines } from "./order-steps.ts";
import { type ActionName, actionNames, describeAction } from "./series-steps.ts";

/** Reads a part of an open area; undefined where none is open, or not any more. */
async function readArea<Answer>(life: Life, area: number, path: string) {
  if (life.areas.length === 0) return undefined;
  const cookie = pick(life.areas, area);
  const answer = await life.sendAsVisitor("GET", path, undefined, cookie);
  return answer.ok ? { cookie, shown: (await answer.json()) as Answer } : undefined;
}

/** The steps of seller and customers with areas and the contacts that open them. */
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
  "change an order in an area": kind<{ area: number; order: number; lines: WantedLine[] }>({
    args: { area: choice, order: choice, lines: wantedLines },
    when: aProduct,
    run: async (life, { area, order, lines }) => {
      const open = await readArea<CustomerArea>(life, area, "/customer");
      if (!open || open.shown.orders.length === 0) return undefined;
      const { ref, number } = pick(open.shown.orders, order);
      const { version } = life.state.orders.find((one) => one.number === number) ?? {};
      const body = { version, items: orderLines(life.state, lines) };
      return life.sendAsVisitor("POST", `/order-links/${ref}/changes`, body, open.cookie);
    },
  }),
  "act on a series in an area": kind<{
    area: number;
    series: number;
    action: ActionName;
    date: number;
  }>({
    args: {
      area: choice,
      series: choice,
      action: fc.constantFrom(...actionNames),
      date: fc.nat(3),
    },
    when: ({ series }) => series.length > 0,
    run: async (life, { area, series, action, date }) => {
      const open = await readArea<{ items: SeriesView[] }>(life, area, "/customer/series");
      if (!open || open.shown.items.length === 0) return undefined;
      const one = pick(open.shown.items, series);
      const body = describeAction(one, action, date);
      if (!body) return undefined;
      return life.sendAsVisitor("POST", `/customer/series/${one.id}/actions`, body, open.cookie);
    },
  }),
};

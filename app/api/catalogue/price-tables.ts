import type { Api, ApiDependencies } from "#app/api/framework/api-types.ts";
import { adminRoutes } from "#app/api/framework/routes.ts";
import {
  requireSaved,
  staleResponse,
  versionHeader,
  withVersion,
} from "#app/api/framework/rows.ts";
import {
  listedTableSchema,
  newPriceTableSchema,
  type PriceTable,
  priceTableChangesSchema,
  priceTableSchema,
} from "#app/domain/catalogue/price-tables/schema.ts";
import type { SaveResult } from "#app/domain/kernel/editing/schema.ts";

const priceTable = priceTableSchema.meta({ id: "PriceTable" });

/** Price tables of customers, and the links that put them on their devices. */
export function addPriceTableRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, list, done } = adminRoutes(api, deps, "Tabelas de preços");
  type Context = Parameters<typeof deps.ownOrigin>[0];
  const withAddress = <Table extends { link: string | null }>(c: Context, table: Table) => ({
    ...table,
    link: table.link && deps.ownOrigin(c) + table.link,
  });
  const withAddresses = (c: Context, saved: SaveResult<PriceTable>): SaveResult<PriceTable> => {
    if (saved.ok) return { ...saved, row: withAddress(c, saved.row) };
    return saved.reason === "stale" ? { ...saved, current: withAddress(c, saved.current) } : saved;
  };
  list({
    path: "/price-tables",
    summary: "Lista as tabelas de preços",
    description: "Também as desligadas; sem os preços, que vêm em `GET /price-tables/{id}`.",
    answer: ["Por nome.", listedTableSchema.meta({ id: "ListedPriceTable" })],
    run: async ({ c }) =>
      (await shop.catalogue.listPriceTables()).map((one) => withAddress(c, one)),
  });
  row({
    path: "/price-tables/{id}",
    summary: "Mostra uma tabela de preços",
    description: "Com todos os preços.",
    tagged: true,
    answer: ["Como está agora.", priceTable],
    run: async ({ c, id }) => {
      const found = await shop.catalogue.findPriceTable(id);
      return found && withAddress(c, found);
    },
  });
  row({
    method: "post",
    path: "/price-tables",
    summary: "Cria uma tabela de preços",
    description:
      "Só `name` é obrigatório. O link já vale; um cliente recebe a tabela em `price_table`.",
    body: newPriceTableSchema.meta({ id: "NewPriceTable" }),
    status: 201,
    tagged: true,
    answer: ["Criada.", priceTable],
    run: async ({ c, author, body }) =>
      requireSaved(withAddresses(c, await shop.catalogue.createPriceTable(author, body))),
  });
  row({
    method: "patch",
    path: "/price-tables/{id}",
    summary: "Muda uma tabela de preços",
    description:
      "Envie só os campos que mudam e a `version` lida. `prices` e `percentages` substituem os anteriores.",
    headers: versionHeader,
    body: priceTableChangesSchema
      .partial({ version: true })
      .meta({ id: "PriceTableChanges", examples: [{ link_active: false, version: 1 }] }),
    tagged: true,
    answer: ["Como ficou.", priceTable],
    problems: staleResponse(priceTable),
    run: async ({ c, author, id, header, body }) => {
      const changes = withVersion(body, header);
      const saved = await shop.catalogue.changePriceTable(author, id, changes);
      return requireSaved(withAddresses(c, saved), {}, header);
    },
  });
  done({
    method: "delete",
    path: "/price-tables/{id}",
    summary: "Exclui uma tabela de preços",
    description: "Quem a usa volta aos preços públicos. Os pedidos guardam o nome dela.",
    answer: "Excluída.",
    run: ({ author, id }) => shop.catalogue.deletePriceTable(author, id),
  });
}

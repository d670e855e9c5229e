import { boundedInstant } from "#app/domain/kernel/editing/schema.ts";
import { limitSchema } from "#app/domain/kernel/paging/schema.ts";
import { maxGroupLength, maxListed, maxOrderLines } from "#app/shared/limits.ts";
import { z } from "#app/shared/zod.ts";
import { categoryReference } from "../category-schema.ts";

const maxSearchLength = 80;

/** The sort keys of a list, and their types in the database; `position` needs none of its own. */
export const productSorts = {
  position: undefined,
  available: "boolean",
  product: "text",
  category: "text",
  price: "numeric",
  stock: "numeric",
  status: "boolean",
} as const;
type SortName = keyof typeof productSorts;
export type ProductSort = { name: SortName; descending: boolean };

const sortError = `Use ${Object.keys(productSorts).join(", ")}, com - na frente para o inverso.`;

const sortSchema = z
  .string({ error: sortError })
  .transform((text, context): ProductSort => {
    const name = text.replace(/^-/, "");
    if (Object.hasOwn(productSorts, name))
      return { name: name as SortName, descending: text !== name };
    context.addIssue({ code: "custom", message: sortError });
    return z.NEVER;
  })
  .meta({ description: sortError, examples: ["-price"] });

function plainLine(maxLength: number, error: string) {
  return z
    .string({ error })
    .max(maxLength, { error })
    .refine((text) => !/\p{Cc}/u.test(text), { error });
}

const idsError = `Informe de 1 a ${maxOrderLines} ids separados por vírgula.`;

/** The last row of a part: the value of its sort key, then position, time of creation in ISO 8601 and id. */
export type ListPosition = { key: string | null; position: number; created_at: Date; id: string };

const writtenPosition = z.tuple([
  z.string().max(300).nullable(),
  z.int32(),
  boundedInstant("Cursor inválido."),
  z.guid(),
]);

/** Encodes the position; opaque to clients. */
export function formatListPosition({ key, position, created_at, id }: ListPosition): string {
  return btoa(encodeURIComponent(JSON.stringify([key, position, created_at.toISOString(), id])));
}

function parseListPosition(cursor: string): ListPosition | undefined {
  try {
    const [key, position, created_at, id] = writtenPosition.parse(
      JSON.parse(decodeURIComponent(atob(cursor))),
    );
    return { key, position, created_at: new Date(created_at), id };
  } catch {
    return undefined;
  }
}

const keyPatterns = {
  text: /^\P{Cc}*$/u,
  numeric: /^-?\d{1,10}(?:\.\d{1,3})?$/,
  integer: /^-?\d{1,9}$/,
  boolean: /^(?:true|false)$/,
};

/** The type of the sort key of a list: that of its sort, the rank of a search's matches, or undefined for positions. */
export function sortKeyType({ sort, q }: Pick<ProductListRequest, "sort" | "q">) {
  if (sort) return productSorts[sort.name];
  return q === undefined ? undefined : "integer";
}

const productFilterSchema = z.object({
  category: categoryReference.optional(),
  group: plainLine(maxGroupLength, "Grupo inválido.")
    .optional()
    .meta({ description: "O grupo dentro da categoria.", examples: ["Sachês"] }),
  slug: plainLine(200, "Slug inválido.")
    .optional()
    .meta({ description: "Um só produto, ou nenhum.", examples: ["polpa-de-acai"] }),
  external_id: plainLine(100, "Código inválido.")
    .optional()
    .meta({ description: "Um só produto, ou nenhum.", examples: ["ERP-1042"] }),
  ids: z
    .string({ error: idsError })
    .transform((text) => text.split(","))
    .pipe(
      z.array(z.guid({ error: idsError }).toLowerCase()).max(maxOrderLines, { error: idsError }),
    )
    .optional()
    .meta({ description: `Só estes produtos: ${idsError}`, type: "string" }),
  q: plainLine(maxSearchLength, "Busca inválida.")
    .optional()
    .meta({
      description:
        "Cada palavra começa uma do título, da categoria ou das descrições; acentos não importam. Primeiro o que está no título.",
      examples: ["açaí"],
    }),
  title: plainLine(maxSearchLength, "Título inválido.")
    .optional()
    .meta({ description: "Parte do título; acentos não importam.", examples: ["açaí"] }),
});
export type ProductFilter = Omit<z.output<typeof productFilterSchema>, "category"> & {
  /** Null: products without category. */
  category?: z.output<typeof productFilterSchema>["category"] | null;
  /** Hidden products too. */
  all?: boolean | undefined;
};

export const productListSchema = productFilterSchema.extend({
  brief: z
    .literal("1", { error: "Use brief=1." })
    .optional()
    .meta({ description: "`1`: `long_desc` e `ingredients` vêm vazios." }),
  sort: sortSchema.optional(),
  limit: limitSchema(100, maxListed),
  cursor: plainLine(2000, "Cursor inválido.")
    .optional()
    .meta({ description: "O `next_cursor` da parte anterior." }),
});

/** A part of the list of products: `after` is the last row of the part before. */
export type ProductListRequest = ProductFilter & {
  /** Leaves out the texts that only a product's dialog shows. */
  brief?: boolean | undefined;
  sort?: ProductSort | undefined;
  limit: number;
  after?: ListPosition | undefined;
};

/** The position of a cursor; undefined if it is not one of a list that is sorted like this. */
export function readListCursor(
  cursor: string,
  request: Pick<ProductListRequest, "sort" | "q">,
): ListPosition | undefined {
  const found = parseListPosition(cursor);
  const type = sortKeyType(request);
  if (!found || (found.key === null) !== (type === undefined)) return undefined;
  return type === undefined || keyPatterns[type].test(found.key ?? "") ? found : undefined;
}

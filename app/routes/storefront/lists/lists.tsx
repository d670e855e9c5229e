import { type FormEvent, useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { toast } from "#app/client/toast.ts";
import { perUnit } from "#app/domain/catalogue/options/quote.ts";
import { findAvailableLines, toWantedLines } from "#app/domain/orders/cart/order-lines.ts";
import { quoteItem } from "#app/domain/orders/cart/rules.ts";
import {
  formatSharedList,
  maxListName,
  parseSharedList,
  type SharedList,
} from "#app/domain/orders/cart/shared-list.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Price } from "#app/ui/price.tsx";
import { useProducts } from "../catalogue/use-products.ts";
import { siteMeta } from "../frame/seo.ts";
import { OrderAgain } from "../my-orders/order-again.tsx";
import { useCart } from "../purchase/cart-store.ts";
import type { Route } from "./+types/lists";
import { useLists } from "./use-lists.ts";

export function meta({ matches }: Route.MetaArgs) {
  const tags = siteMeta(matches[0].loaderData, { title: "Listas de compras", path: "/lista" });
  return [...tags, { name: "robots", content: "noindex" }];
}

export default function SharedListPage() {
  const { hash } = useLocation();
  const [opened, setOpened] = useState<ReturnType<typeof parseSharedList>>();
  const { lists, isOfArea, save, remove } = useLists();
  useEffect(() => setOpened(parseSharedList(hash)), [hash]);
  return (
    <div className="shell flex min-h-[70vh] flex-col gap-10 py-5 pb-16 md:py-12 md:pb-24">
      <h1 className="text-4xl wrap-anywhere">{opened ? opened.name : "Listas de compras"}</h1>
      {opened && <OpenedList list={opened} isOfArea={isOfArea} onSave={() => void save(opened)} />}
      <SaveCart onSave={(list) => void save(list)} />
      <section aria-labelledby="minhas-listas" className={lists?.length ? "max-w-3xl" : undefined}>
        <h2 id="minhas-listas" className={lists?.length ? "text-2xl" : "sr-only"}>
          {isOfArea ? "Na sua área" : "Neste aparelho"}
        </h2>
        {lists && lists.length > 0 ? (
          <StoredLists lists={lists} onRemove={(name) => void remove(name)} />
        ) : (
          <EmptyState icon="icon-[lucide--package]" title="Nenhuma lista guardada ainda">
            <p className="text-muted">Monte um carrinho e guarde-o aqui para pedir de novo.</p>
            <p className="flex flex-wrap justify-center gap-3">
              <ButtonLink to="/produtos">Ver produtos</ButtonLink>
              <ButtonLink to="/pedido-rapido" variant="outline">
                Pedido rápido
              </ButtonLink>
            </p>
          </EmptyState>
        )}
      </section>
    </div>
  );
}

type OpenedListProps = {
  list: SharedList & { skipped: number };
  isOfArea: boolean;
  onSave: () => void;
};

function OpenedList({ list, isOfArea, onSave }: OpenedListProps) {
  const { products, hasFailed } = useProducts(list.lines.map(({ product_id }) => product_id));
  const { items, left } = products ? findAvailableLines(list.lines, products) : noLines;
  const { skipped } = list;
  return (
    <section aria-label="Produtos da lista" className="-mt-6 flex max-w-3xl flex-col gap-4">
      {skipped > 0 && (
        <p role="status" className="rounded-md bg-tint p-4 text-tint-ink">
          {skipped === 1
            ? "1 linha deste link não vale e foi pulada."
            : `${skipped} linhas deste link não valem e foram puladas.`}
        </p>
      )}
      {!products && (
        <p role="status" className="text-muted">
          {hasFailed
            ? "Sem conexão com a loja: os produtos e preços aparecem quando a conexão voltar."
            : `Buscando ${list.lines.length === 1 ? "1 produto" : `${list.lines.length} produtos`}…`}
        </p>
      )}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {items.map((item) => (
          <li
            key={`${item.product.id} ${item.selectedOption}`}
            className="flex items-baseline justify-between gap-4 py-2.5"
          >
            <span className="min-w-0 wrap-anywhere">
              {formatQuantity(item.quantity)} × {item.product.name}
              <span className="block text-muted">
                <Price amount={quoteItem(item).price} /> {perUnit(item.product)}
              </span>
            </span>
            <Price cents={quoteItem(item).total} />
          </li>
        ))}
        {left.map(({ product_id, name, unit, quantity, reason }) => (
          <li key={`${product_id} ${unit}`} className="py-2.5 wrap-anywhere text-muted">
            {formatQuantity(quantity)} × {name}
            <span className="block">
              {unit}: {reason}
            </span>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-3">
        <OrderAgain
          lines={list.lines}
          {...(products && { products })}
          label="Adicionar ao carrinho"
          className="max-sm:w-full"
        />
        <Button variant="outline" className="max-sm:w-full" onClick={() => void share(list)}>
          Compartilhar
        </Button>
        <Button variant="ghost" className="max-sm:w-full" onClick={onSave}>
          {isOfArea ? "Guardar na sua área" : "Guardar neste aparelho"}
        </Button>
      </p>
    </section>
  );
}

const noLines = { items: [], left: [] };

/** The cart as a named list. */
function SaveCart({ onSave }: { onSave: (list: SharedList) => void }) {
  const { items } = useCart();
  const [name, setName] = useState("");
  if (items.length === 0) return null;
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave({ name: name.trim() || "Minha lista", lines: toWantedLines(items) });
    setName("");
  };
  return (
    <form onSubmit={save} className="flex max-w-xl flex-wrap items-end gap-3">
      <TextField
        label="Guardar o carrinho como lista"
        hint="Um nome, como “Feira de sábado”"
        maxLength={maxListName}
        autoComplete="off"
        className="grow"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {/* Beside the input, above its hint. */}
      <Button type="submit" variant="outline" className="max-sm:w-full sm:mb-8">
        Guardar lista
      </Button>
    </form>
  );
}

type StoredListsProps = { lists: readonly SharedList[]; onRemove: (name: string) => void };

function StoredLists({ lists, onRemove }: StoredListsProps) {
  return (
    <ul aria-label="Listas guardadas" className="mt-3 divide-y divide-line border-y border-line">
      {lists.map((list) => (
        <li key={list.name} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
          <Link
            to={`#${formatSharedList(list)}`}
            className="flex min-h-11 min-w-0 items-center font-semibold wrap-anywhere underline"
          >
            {list.name}
          </Link>
          <span className="ml-auto flex items-center gap-2">
            <span className="text-muted">
              {list.lines.length === 1 ? "1 produto" : `${list.lines.length} produtos`}
            </span>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Apagar a lista ${list.name}`}
              onClick={() => onRemove(list.name)}
            >
              <span className="icon-[lucide--trash-2] size-5" aria-hidden />
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Shares a list by the browser's own dialog where there is one, else by copying the link. */
async function share(list: SharedList): Promise<void> {
  const url = `${location.origin}/lista#${formatSharedList(list)}`;
  try {
    if (typeof navigator.share === "function")
      return await navigator.share({ title: list.name, url });
    await navigator.clipboard.writeText(url);
    toast({ title: "Link da lista copiado" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    toast({ title: "Não foi possível compartilhar", description: url, variant: "destructive" });
  }
}

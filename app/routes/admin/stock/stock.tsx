import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { randomId } from "#app/client/browser-fallbacks.ts";
import { toast } from "#app/client/toast.ts";
import { administratorContext, shopContext } from "#app/context.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { isAllowed } from "#app/domain/people/roles.ts";
import { usualPurchaseDays } from "#app/domain/stock/purchase-list.ts";
import type { EntryReason } from "#app/domain/stock/rules.ts";
import { type EntryResult, purchaseListSchema, type StockLot } from "#app/domain/stock/schema.ts";
import { useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { RowButton } from "#app/routes/admin/kit/lists/data-table.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { PageHeader, SectionLinks } from "#app/routes/admin/kit/page.tsx";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { ProductPicker } from "#app/routes/admin/orders/product-picker.tsx";
import { formatQuantity, type SaleUnit } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { Route } from "./+types/stock";
import { EntryForm } from "./entry-form.tsx";
import { InvoiceImport } from "./invoice-import.tsx";
import { LotList, signed, undoFailed, undoPath } from "./lot-list.tsx";
import { PurchaseList } from "./purchase-list.tsx";

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = new (options: { formats: string[] }) => Detector;
const formats = ["ean_13", "ean_8", "upc_a", "itf"];

function detectorClass(): DetectorClass | undefined {
  return Reflect.get(globalThis, "BarcodeDetector") as DetectorClass | undefined;
}

/** 'Ler código', where the browser can: elsewhere the digits are typed. */
function ScanButton({ onRead }: { onRead: (code: string) => void }) {
  const [canScan, setCanScan] = useState(false);
  const [open, setOpen] = useState(false);
  useEffect(() => setCanScan(detectorClass() !== undefined && "mediaDevices" in navigator), []);
  if (!canScan) return null;
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <span className="icon-[lucide--scan-barcode] size-5" aria-hidden />
        Ler código
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Aponte para o código de barras">
        {open && (
          <Camera
            onClose={() => setOpen(false)}
            onRead={(code) => {
              setOpen(false);
              onRead(code);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

type CameraProps = { onRead: (code: string) => void; onClose: () => void };

function Camera({ onRead, onClose }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const callbacks = useRef({ onRead, onClose });
  callbacks.current = { onRead, onClose };
  useEffect(() => {
    let isOpen = true;
    let stream: MediaStream | undefined;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    async function scan() {
      const Detector = detectorClass();
      const element = video.current;
      if (!Detector || !element) return;
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      if (!isOpen) return stop();
      element.srcObject = stream;
      await element.play();
      const detector = new Detector({ formats });
      while (isOpen) {
        const [barcode] = await detector.detect(element);
        if (barcode && isOpen) return callbacks.current.onRead(barcode.rawValue);
        await new Promise(requestAnimationFrame);
      }
    }
    scan().catch(() => {
      if (!isOpen) return;
      callbacks.current.onClose();
      toast({
        title: "A câmera não abriu",
        description: "Permita a câmera para este site ou digite o código.",
        variant: "destructive",
      });
    });
    return () => {
      isOpen = false;
      stop();
    };
  }, []);
  return <video ref={video} muted playsInline className="aspect-square w-full object-cover" />;
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const given = url.searchParams.get("tela");
  const canWrite = isAllowed(context.get(administratorContext).role, "write", "stock");
  const requestedView = views.find(([name]) => name === given)?.[0] ?? "entrada";
  const view = canWrite || isReadView(requestedView) ? requestedView : "lotes";
  const search = url.searchParams.get("lote")?.slice(0, 60) || undefined;
  const cursor = z.guid().safeParse(url.searchParams.get("depois")).data?.toLowerCase();
  const shop = context.get(shopContext);
  const lots =
    view === "lotes" && (await shop.stock.listLots({ search, cursor, limit: lotsPerPage }));
  const days = purchaseListSchema.safeParse({ days: url.searchParams.get("dias") ?? undefined });
  const purchaseDays = days.success ? days.data.days : usualPurchaseDays;
  const purchases = view === "compras" && {
    rows: await shop.stock.listPurchases(purchaseDays),
    days: purchaseDays,
    showsAll: url.searchParams.has("todos"),
  };
  const suppliers = view === "entrada" ? await shop.stock.listSuppliers() : [];
  return { view, search, lots, purchases, suppliers: suppliers.map(({ name }) => name) };
}

const lotsPerPage = 100;

const views = [
  ["entrada", "Receber mercadoria"],
  ["contagem", "Contagem"],
  ["perda", "Perda"],
  ["lotes", "Lotes"],
  ["compras", "Lista de compras"],
] as const;
type View = (typeof views)[number][0];

/** Open to members who may only read. */
function isReadView(view: View): view is "lotes" | "compras" {
  return view === "lotes" || view === "compras";
}

/** Receipts, counts and losses, one product after the other; the lots; and the purchase list. */
export default function StockPage({ loaderData }: Route.ComponentProps) {
  const { view, search, lots, purchases, suppliers } = loaderData;
  const canWrite = useAllowed("stock");
  const allowedViews = views.filter(([name]) => canWrite || isReadView(name));
  return (
    <>
      <PageHeader title="Estoque" description="Receba, conte e registre perdas" />
      <SectionLinks label="O que fazer" parameter="tela" sections={allowedViews} current={view} />
      {lots && <Lots lots={lots} search={search} />}
      {purchases && <PurchaseList {...purchases} />}
      {!isReadView(view) && <Entries key={view} reason={view} suppliers={suppliers} />}
    </>
  );
}

const prompts: Record<EntryReason, string> = {
  entrada: "O que chegou?",
  contagem: "O que você vai contar?",
  perda: "O que se perdeu?",
};

type Picked = { product: Product; unit: SaleUnit };
type Done = EntryResult["items"][number] & { key: string };

type EntriesProps = { reason: EntryReason; suppliers: readonly string[] };

function Entries({ reason, suppliers }: EntriesProps) {
  const [supplier, setSupplier] = useState("");
  const [query, setQuery] = useState<string>();
  const [picked, setPicked] = useState<Picked>();
  const [done, setDone] = useState<readonly Done[]>([]);
  const isOwner = useAllowed();
  const addDone = (items: EntryResult["items"]) =>
    setDone((before) => [...items.map((item) => ({ ...item, key: randomId() })), ...before]);
  return (
    <div className="max-w-xl">
      {picked ? (
        <EntryForm
          key={`${picked.product.id} ${picked.unit}`}
          reason={reason}
          {...picked}
          suppliers={suppliers}
          supplier={supplier}
          onCancel={() => setPicked(undefined)}
          onDone={(items, usedSupplier) => {
            setSupplier(usedSupplier);
            addDone(items);
            setPicked(undefined);
          }}
        />
      ) : (
        <EmptyRows icon="icon-[lucide--package-search]" title={prompts[reason]}>
          <div className="flex flex-wrap justify-center gap-3">
            <Button onClick={() => setQuery("")} autoFocus>
              <span className="icon-[lucide--search] size-5" aria-hidden />
              {done.length === 0 ? "Escolher produto" : "Próximo produto"}
            </Button>
            <ScanButton onRead={setQuery} />
          </div>
        </EmptyRows>
      )}
      <ProductPicker
        open={query !== undefined}
        title="Qual produto?"
        initialText={query}
        onClose={() => setQuery(undefined)}
        onPick={(product, unit) => {
          setQuery(undefined);
          setPicked({ product, unit });
        }}
      />
      {isOwner && reason === "entrada" && !picked && <InvoiceImport onDone={addDone} />}
      {done.length > 0 && (
        <DoneList
          done={done}
          onUndone={(key) =>
            setDone(done.map((one) => (one.key === key ? { ...one, movement_id: null } : one)))
          }
        />
      )}
    </div>
  );
}

type DoneListProps = { done: readonly Done[]; onUndone: (key: string) => void };

function DoneList({ done, onUndone }: DoneListProps) {
  const { act, pending } = useAction();
  async function undo({ key, movement_id }: Done) {
    if (movement_id === null) return;
    const answer = await act("POST", undoPath(movement_id), { failed: undoFailed });
    if (answer.ok) onUndone(key);
  }
  return (
    <section aria-labelledby="registrado" className="mt-6">
      <h2 id="registrado" className="mb-2 text-lg">
        Registrado agora
      </h2>
      <ul className="divide-y divide-line rounded-md border border-line bg-background">
        {done.map((one) => {
          const { product_id, title, quantity, stock, movement_id, key } = one;
          const isUndone = quantity !== 0 && movement_id === null;
          return (
            <li key={key} className="flex items-center gap-2 pe-2">
              <Link
                to={`/admin/stock/products/${product_id}`}
                className="flex min-h-12 min-w-0 grow items-center gap-3 px-4 py-2 hover:bg-sunken"
              >
                <span className="min-w-0 grow wrap-anywhere">{title}</span>
                <span className="text-end whitespace-nowrap tabular-nums">
                  <strong className={isUndone ? "line-through" : undefined}>
                    {signed(quantity)}
                  </strong>
                  <span className="block text-sm text-muted">
                    {isUndone ? "desfeito" : `saldo ${formatQuantity(stock)}`}
                  </span>
                </span>
              </Link>
              {movement_id !== null && (
                <RowButton
                  action="Desfazer"
                  name={`${signed(quantity)} de ${title}`}
                  pending={pending === undoPath(movement_id)}
                  onClick={() => void undo(one)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type LotsProps = {
  lots: { items: StockLot[]; next_cursor: string | null };
  search: string | undefined;
};

function Lots({ lots: { items, next_cursor }, search }: LotsProps) {
  return (
    <>
      <search>
        <form className="mb-4 flex max-w-xl gap-2">
          <input type="hidden" name="tela" value="lotes" />
          <input
            name="lote"
            type="search"
            aria-label="Código do lote"
            placeholder="Código do lote"
            defaultValue={search}
            className="min-h-12 min-w-0 grow rounded-md border border-field bg-background px-3"
          />
          <Button type="submit" variant="outline">
            Buscar
          </Button>
        </form>
      </search>
      {items.length === 0 && <EmptyRows icon="icon-[lucide--boxes]" title="Nenhum lote" />}
      <LotList lots={items} />
      {next_cursor && (
        <ButtonLink
          to={`?${new URLSearchParams({ tela: "lotes", lote: search ?? "", depois: next_cursor })}`}
          variant="outline"
          className="mt-4"
        >
          Próximos lotes
        </ButtonLink>
      )}
    </>
  );
}

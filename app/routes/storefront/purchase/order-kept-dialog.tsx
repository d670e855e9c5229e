import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { setOrderListOpen } from "./order-list.ts";

type OrderKeptDialogProps = {
  open: boolean;
  onClose: () => void;
  /** Leaves the kept order as it is and begins with an empty cart. */
  onNewOrder: () => void;
};

/** The order waits in this browser: what happens next. */
export function OrderKeptDialog({ open, onClose, onNewOrder }: OrderKeptDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Pedido guardado"
      footer={
        <Button size="lg" className="w-full" onClick={onClose}>
          Continuar na loja
        </Button>
      }
    >
      <div className="flex flex-col gap-6 p-5 md:p-8">
        <div className="facet flex items-center gap-4 bg-tint p-5 text-tint-ink">
          <span className="icon-[lucide--package] size-10 shrink-0" aria-hidden />
          <p>
            Você está sem conexão. O pedido está guardado neste aparelho e ainda não foi enviado.
          </p>
        </div>
        <section>
          <h3 className="text-lg">E agora?</h3>
          <ol className="mt-2 flex list-decimal flex-col gap-2 pl-6">
            <li>Quando a conexão voltar, enviamos o pedido sozinhos, uma única vez.</li>
            <li>Se a página estiver fechada, ele vai quando você abrir a loja de novo.</li>
            <li>Mostramos o número assim que a loja receber. Até lá o carrinho fica como está.</li>
          </ol>
          <p className="mt-3 text-muted">
            Se mudar o carrinho e finalizar de novo, o novo pedido toma o lugar do guardado.
          </p>
        </section>
        <div className="flex flex-wrap gap-2">
          <Button
            look="outline"
            onClick={() => {
              onClose();
              setOrderListOpen(true);
            }}
          >
            Ver pedidos guardados
          </Button>
          <Button look="outline" onClick={onNewOrder}>
            Começar outro pedido
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

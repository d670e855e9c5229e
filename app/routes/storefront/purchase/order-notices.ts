import { toast } from "#app/client/toast.ts";

/** One notice for all attempts: a success takes the place of an earlier failure. */
const noticeId = "order-outcome";

export function notifyOfOrderFailure(): void {
  toast({
    id: noticeId,
    title: "Erro ao enviar pedido",
    description: "Ocorreu um erro ao enviar seu pedido. Tente novamente.",
    variant: "destructive",
  });
}

export function notifyOfSentOrder(): void {
  toast({
    id: noticeId,
    title: "Pedido enviado!",
    description: "Seu pedido foi enviado com sucesso. Entraremos em contato em breve.",
  });
}

import { toast } from "#app/client/toast.ts";

/** What the visitor chose to store is gone with the page. */
export function notifyOfDeniedStorage(): void {
  toast({
    title: "Este navegador não deixa guardar",
    description: "Nada foi guardado neste aparelho.",
    variant: "destructive",
  });
}

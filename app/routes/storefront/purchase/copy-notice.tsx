import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { $toasts, connectionNoticeId, dismissToast } from "#app/client/toast.ts";
import { Strip } from "./strip.tsx";

/** Says that the page is a cached copy. `at` is ISO 8601. Takes the place of the notice of the lost connection. */
export function CopyNotice({ at }: { at: string }) {
  const hasLostNotice = useStore($toasts).some(
    ({ id, persistent }) => id === connectionNoticeId && persistent,
  );
  useEffect(() => {
    if (hasLostNotice) dismissToast(connectionNoticeId);
  }, [hasLostNotice]);
  return (
    <Strip icon="icon-[lucide--history]">
      {navigator.onLine ? "Você" : "Sem conexão: você"} está vendo uma cópia guardada{" "}
      {formatCopyTime(at)}. Preços e estoque podem ter mudado.
    </Strip>
  );
}

function formatCopyTime(at: string): string {
  const then = new Date(at);
  const time = then.toLocaleTimeString("pt-BR", { hour: "2-digit", minute: "2-digit" });
  const isToday = then.toDateString() === new Date().toDateString();
  return isToday ? `hoje às ${time}` : `em ${then.toLocaleDateString("pt-BR")} às ${time}`;
}

import { Strip } from "./strip.tsx";

/** Says that what is shown was kept, and when. */
export function CopyNotice({ at }: { at: string }) {
  return (
    <Strip icon="icon-[lucide--history]">
      Você está vendo uma cópia guardada {kept(at)}. Preços e estoque podem ter mudado.
    </Strip>
  );
}

function kept(at: string): string {
  const then = new Date(at);
  const time = then.toLocaleTimeString("pt-BR", { hour: "2-digit", minute: "2-digit" });
  const isToday = then.toDateString() === new Date().toDateString();
  return isToday ? `hoje às ${time}` : `em ${then.toLocaleDateString("pt-BR")} às ${time}`;
}

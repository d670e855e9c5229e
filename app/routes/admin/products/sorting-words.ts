import type { Announcements, ScreenReaderInstructions } from "@dnd-kit/core";

export const sortingInstructions: ScreenReaderInstructions = {
  draggable:
    "Para mover, aperte espaço, use as setas para cima e para baixo e aperte espaço de novo para soltar. Esc cancela.",
};

/** What is read out while a product is moved. */
export function announcementsOf(
  ids: readonly string[],
  titleOf: (id: string) => string,
): Announcements {
  const place = (id: string | number) => `${ids.indexOf(String(id)) + 1} de ${ids.length}`;
  const name = (id: string | number) => titleOf(String(id));
  const taken = (id: string | number) => `${name(id)} foi pego na posição ${place(id)}.`;
  // Taken up, a product is at once over itself: that must not talk over the announcement before.
  let moved = false;
  return {
    onDragStart({ active }) {
      moved = false;
      return taken(active.id);
    },
    onDragOver({ active, over }) {
      moved ||= over?.id !== active.id;
      if (!moved) return taken(active.id);
      return over ? `${name(active.id)} está na posição ${place(over.id)}.` : undefined;
    },
    onDragEnd: ({ active, over }) =>
      over
        ? `${name(active.id)} foi solto na posição ${place(over.id)}.`
        : `${name(active.id)} voltou ao seu lugar.`,
    onDragCancel: ({ active }) => `Movimento cancelado. ${name(active.id)} voltou ao seu lugar.`,
  };
}

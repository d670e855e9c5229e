import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { holdRefetch } from "#app/client/refetch-queue.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { RowProps } from "#app/routes/admin/ui/data-table.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { HandleContext, sortableRole, sortingHelp } from "./drag-handle.tsx";

type ProductSortingProps = {
  products: readonly Product[];
  onMove: (moved: string, target: string) => void;
  children: ReactNode;
};

const upAndDown: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })];

/**
 * Rows inside can be dragged by their handles with pointer, touch or keyboard. Loaded on demand.
 *
 * @public
 */
export function ProductSorting({ products, onMove, children }: ProductSortingProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = useMemo(() => products.map(({ id }) => id), [products]);
  const accessibility = useMemo(() => {
    const titles = new Map(products.map(({ id, title }) => [id, title]));
    return {
      announcements: announcementsOf(ids, (id) => titles.get(id) ?? ""),
      screenReaderInstructions: { draggable: sortingHelp },
    };
  }, [products, ids]);
  const releaseRefetch = useRef<() => void>(undefined);
  useEffect(() => () => releaseRefetch.current?.(), []);
  function drop({ active, over }: DragEndEvent) {
    releaseRefetch.current?.();
    if (over && over.id !== active.id) onMove(String(active.id), String(over.id));
  }
  return (
    <DndContext
      id="products"
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={upAndDown}
      accessibility={accessibility}
      onDragStart={() => {
        releaseRefetch.current = holdRefetch();
      }}
      onDragEnd={drop}
      onDragCancel={() => releaseRefetch.current?.()}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** @public A table row that can be dragged. Loaded on demand. */
export function SortableRow({ row, children }: RowProps<Product>) {
  const { attributes, listeners, setActivatorNodeRef, setNodeRef, transform, ...state } =
    useSortable({
      id: row.id,
      attributes: { roleDescription: sortableRole },
      // A drop animation would flicker: the rows are already in the new order.
      animateLayoutChanges: () => false,
    });
  const { isDragging, isSorting } = state;
  const handle = useMemo(
    () => ({ attributes, listeners, setActivatorNodeRef }),
    [attributes, listeners, setActivatorNodeRef],
  );
  return (
    <tr
      ref={setNodeRef}
      style={transform ? { transform: `translateY(${transform.y}px)` } : undefined}
      className={classNames(
        "relative",
        isDragging && "z-10 shadow-lift",
        isSorting && !isDragging && "transition-transform",
      )}
    >
      <HandleContext value={handle}>{children}</HandleContext>
    </tr>
  );
}

/** Screen reader texts during a drag. */
function announcementsOf(ids: readonly string[], titleOf: (id: string) => string): Announcements {
  const place = (id: string | number) => `${ids.indexOf(String(id)) + 1} de ${ids.length}`;
  const name = (id: string | number) => titleOf(String(id));
  const taken = (id: string | number) => `${name(id)} foi pego na posição ${place(id)}.`;
  // A picked-up product is first over itself, which must not interrupt the first text.
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

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
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from "react";
import { holdRefetch } from "#app/client/refetch.ts";
import { classNames } from "#app/ui/class-names.ts";
import type { RowProps } from "./data-table.tsx";

const sortingHelp =
  "Para mover, aperte espaço, use as setas para cima e para baixo e aperte espaço de novo para soltar. Esc cancela.";

type SortableListProps = {
  /** The id of the context, with which those of its elements begin. */
  id: string;
  items: readonly { id: string; title: string }[];
  onMove: (moved: string, target: string) => void;
  children: ReactNode;
};

const upAndDown: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })];

/** Rows inside can be dragged by their handles with pointer, touch or keyboard. */
export function SortableList({ id, items, onMove, children }: SortableListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const accessibility = useMemo(() => {
    const titles = new Map(items.map(({ id, title }) => [id, title]));
    return {
      announcements: announcementsOf(ids, (id) => titles.get(id) ?? ""),
      screenReaderInstructions: { draggable: sortingHelp },
    };
  }, [items, ids]);
  const releaseRefetch = useRef<() => void>(undefined);
  useEffect(() => () => releaseRefetch.current?.(), []);
  function drop({ active, over }: DragEndEvent) {
    releaseRefetch.current?.();
    if (over && over.id !== active.id) onMove(String(active.id), String(over.id));
  }
  return (
    <DndContext
      id={id}
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

type Handle = Pick<
  ReturnType<typeof useSortable>,
  "attributes" | "listeners" | "setActivatorNodeRef"
>;
const HandleContext = createContext<Handle | undefined>(undefined);

/** A table row that can be dragged. */
export function SortableRow({ row, current, children }: RowProps<{ id: string }>) {
  return (
    <Sortable id={row.id} current={current}>
      {children}
    </Sortable>
  );
}

type SortableProps = {
  id: string;
  as?: "tr" | "li";
  /** See `DataTable`. */
  current?: boolean;
  className?: string;
  children: ReactNode;
};

/** An element that can be dragged by a `DragHandle` inside. */
export function Sortable(props: SortableProps) {
  const { id, as: Item = "tr", current, className, children } = props;
  const { attributes, listeners, setActivatorNodeRef, setNodeRef, transform, ...state } =
    useSortable({
      id,
      attributes: { roleDescription: "item que se pode mover" },
      // A drop animation would flicker: the rows are already in the new order.
      animateLayoutChanges: () => false,
    });
  const { isDragging, isSorting } = state;
  const handle = useMemo(
    () => ({ attributes, listeners, setActivatorNodeRef }),
    [attributes, listeners, setActivatorNodeRef],
  );
  return (
    <Item
      ref={setNodeRef}
      data-current={current || undefined}
      style={transform ? { transform: `translateY(${transform.y}px)` } : undefined}
      className={classNames(
        "relative",
        isDragging && "z-10 shadow-lift",
        isSorting && !isDragging && "transition-transform",
        className,
      )}
    >
      <HandleContext value={handle}>{children}</HandleContext>
    </Item>
  );
}

/** The handle by which a `Sortable` is dragged. */
export function DragHandle({ title }: { title: string }) {
  const handle = useContext(HandleContext);
  return (
    <button
      ref={handle?.setActivatorNodeRef}
      {...handle?.attributes}
      {...handle?.listeners}
      type="button"
      aria-label={`Mover ${title}`}
      className="grid size-9 cursor-grab pointer-coarse:size-11 max-md:size-11 touch-none place-items-center rounded-md text-muted hover:bg-sunken active:cursor-grabbing"
    >
      <span className="icon-[lucide--grip-vertical] size-5" aria-hidden />
    </button>
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

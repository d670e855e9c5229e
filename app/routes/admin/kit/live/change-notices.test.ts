import { expect, test } from "vitest";
import type { RowChange } from "#app/shared/changes.ts";
import { createChangeNotifier } from "./use-live-updates.tsx";

type Shown = { id?: string; title: string; description?: string | undefined; variant?: string };

function openBoard() {
  const board = new Map<string, Shown>();
  const clock = { now: 0 };
  const notify = createChangeNotifier(
    {
      show: (notice) => board.set(notice.id ?? "", notice),
      dismiss: (id) => board.delete(id),
    },
    () => clock.now,
  );
  const read = () =>
    [...board.values()].map(({ title, description }) => [title, description].join(" | "));
  return { board, clock, notify, read };
}

const product = (id: string, operation: RowChange["operation"]): RowChange => ({
  table: "products",
  operation,
  id,
  title: "Polpa de caju",
});
const order = (operation: RowChange["operation"], end = "9f0c11d2"): RowChange => ({
  table: "orders",
  operation,
  id: `3f2504e0-4f89-41d3-9a0c-0305${end}`,
});

test("each change shows the spec's text", () => {
  const { notify, read, board } = openBoard();
  notify(product("1", "INSERT"));
  notify(product("1", "UPDATE"));
  notify(product("1", "DELETE"));
  notify({ table: "settings", operation: "UPDATE", id: "2" });
  notify(order("INSERT"));
  notify(order("UPDATE"));
  expect(read()).toEqual([
    "Produto adicionado | Polpa de caju",
    "Produto atualizado | Polpa de caju",
    "Produto removido | Polpa de caju",
    "Configurações atualizadas | ",
    "Novo pedido | Pedido #0c11d2 foi criado.",
    "Pedido atualizado | Status do pedido #0c11d2 foi alterado.",
  ]);
  expect(board.get("products DELETE 1")?.variant).toBe("destructive");
});

test("a change of an order by its customer has a notice of its own, a cancellation that of a new status", () => {
  const { notify, read } = openBoard();
  notify({ ...order("UPDATE"), by: "cliente", status: "pendente" });
  notify({ ...order("UPDATE", "9f0c11d3"), by: "cliente", status: "cancelado" });
  expect(read()).toEqual([
    "O cliente mudou o pedido | Pedido #0c11d2: veja antes de separar.",
    "Pedido atualizado | Status do pedido #0c11d3 foi alterado.",
  ]);
});

test("recipes, categories, logs, deleted orders and mere moves show no notice", () => {
  const { notify, read } = openBoard();
  notify({ table: "recipes", operation: "UPDATE", id: "1", title: "Musse" });
  notify({ table: "categories", operation: "UPDATE", id: "1" });
  notify({ table: "audit_logs", operation: "INSERT", id: "1" });
  notify(order("DELETE"));
  notify({ ...product("1", "UPDATE"), quiet: true });
  expect(read()).toEqual([]);
});

test("a row that changes repeatedly has one notice", () => {
  const { notify, read } = openBoard();
  for (let time = 0; time < 9; time += 1) notify(product("1", "UPDATE"));
  expect(read()).toEqual(["Produto atualizado | Polpa de caju"]);
});

test("up to five changes of a kind have a notice each, more share one until a pause", () => {
  const { notify, read, board, clock } = openBoard();
  for (let count = 10; count < 15; count += 1) notify(order("INSERT", `9f0c11${count}`));
  expect(read()).toEqual(
    [10, 11, 12, 13, 14].map((count) => `Novo pedido | Pedido #0c11${count} foi criado.`),
  );
  for (let count = 15; count < 22; count += 1) {
    clock.now += 1000;
    notify(order("INSERT", `9f0c11${count}`));
  }
  expect(read()).toEqual(["Novos pedidos | 12 pedidos foram criados."]);
  board.clear();
  clock.now += 5000;
  notify(order("INSERT", "9f0c11ff"));
  expect(read()).toEqual(["Novo pedido | Pedido #0c11ff foi criado."]);
});

test("an order that waits to be opened is announced although nothing changed", () => {
  const { notify, read } = openBoard();
  notify({ ...order("UPDATE"), quiet: true });
  notify({ ...order("UPDATE"), quiet: true, reminder: true });
  expect(read()).toEqual(["Pedido esperando | Pedido #0c11d2 ainda não foi aberto."]);
});

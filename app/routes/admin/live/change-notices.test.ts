import { expect, test } from "vitest";
import type { RowChange } from "#app/shared/changes.ts";
import { createTeller } from "./change-notices.ts";

type Shown = { id?: string; title: string; description?: string | undefined; look?: string };

function openBoard() {
  const board = new Map<string, Shown>();
  const clock = { now: 0 };
  const tell = createTeller(
    {
      show: (notice) => board.set(notice.id ?? "", notice),
      dismiss: (id) => board.delete(id),
    },
    () => clock.now,
  );
  const read = () =>
    [...board.values()].map(({ title, description }) => [title, description].join(" | "));
  return { board, clock, tell, read };
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

test("each change is told in the spec's words", () => {
  const { tell, read, board } = openBoard();
  tell(product("1", "INSERT"));
  tell(product("1", "UPDATE"));
  tell(product("1", "DELETE"));
  tell({ table: "settings", operation: "UPDATE", id: "2" });
  tell(order("INSERT"));
  tell(order("UPDATE"));
  expect(read()).toEqual([
    "Produto adicionado | Polpa de caju",
    "Produto atualizado | Polpa de caju",
    "Produto removido | Polpa de caju",
    "Configurações atualizadas | ",
    "Novo pedido | Pedido #0c11d2 foi criado.",
    "Pedido atualizado | Status do pedido #0c11d2 foi alterado.",
  ]);
  expect(board.get("products DELETE 1")?.look).toBe("destructive");
});

test("recipes, categories, logs, deleted orders and mere moves are read anew without a word", () => {
  const { tell, read } = openBoard();
  tell({ table: "recipes", operation: "UPDATE", id: "1", title: "Musse" });
  tell({ table: "categories", operation: "UPDATE", id: "1" });
  tell({ table: "audit_logs", operation: "INSERT", id: "1" });
  tell(order("DELETE"));
  tell({ ...product("1", "UPDATE"), quiet: true });
  expect(read()).toEqual([]);
});

test("a row that changes again and again has one notice", () => {
  const { tell, read } = openBoard();
  for (let time = 0; time < 9; time += 1) tell(product("1", "UPDATE"));
  expect(read()).toEqual(["Produto atualizado | Polpa de caju"]);
});

test("many of a kind become one notice, until there is quiet again", () => {
  const { tell, read, board, clock } = openBoard();
  for (let count = 10; count < 22; count += 1) {
    clock.now += 1000;
    tell(order("INSERT", `9f0c11${count}`));
  }
  expect(read()).toEqual(["Novos pedidos | 12 pedidos foram criados."]);
  board.clear();
  clock.now += 5000;
  tell(order("INSERT", "9f0c11ff"));
  expect(read()).toEqual(["Novo pedido | Pedido #0c11ff foi criado."]);
});

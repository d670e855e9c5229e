import { afterEach, expect, test, vi } from "vitest";
import { $toasts, dismissToast, toast } from "./toast.ts";

afterEach(() => {
  for (const { id } of $toasts.get()) dismissToast(id);
});

const titles = () => $toasts.get().map((notice) => notice.title);

test("a notice is a success and not persistent by default", () => {
  toast({ title: "Carrinho limpo" });
  toast({ title: "Conexão perdida", variant: "warning", persistent: true });
  expect($toasts.get()).toMatchObject([
    { variant: "success", persistent: false },
    { variant: "warning", persistent: true },
  ]);
});

test("at most the five newest are shown", () => {
  for (const title of ["1", "2", "3", "4", "5", "6", "7"]) toast({ title });
  expect(titles()).toEqual(["3", "4", "5", "6", "7"]);
});

test("a persistent one is not replaced by others", () => {
  toast({ title: "Conexão perdida", persistent: true });
  for (const title of ["1", "2", "3", "4", "5", "6"]) toast({ title });
  expect(titles()).toEqual(["Conexão perdida", "3", "4", "5", "6"]);
});

test("one with the same id replaces the other", () => {
  toast({ id: "connection", title: "Conexão perdida", persistent: true });
  toast({ id: "connection", title: "Conexão restaurada" });
  expect(titles()).toEqual(["Conexão restaurada"]);
});

test("one with the same text replaces the other", () => {
  toast({ title: "Erro ao salvar", description: "Tente de novo." });
  toast({ title: "Carrinho limpo" });
  toast({ title: "Erro ao salvar", description: "Tente de novo." });
  expect(titles()).toEqual(["Carrinho limpo", "Erro ao salvar"]);
});

test("subscribers are notified of added and removed notices", () => {
  const subscriber = vi.fn();
  const stop = $toasts.listen(subscriber);
  dismissToast(toast({ title: "Produto removido" }));
  expect(subscriber).toHaveBeenCalledTimes(2);
  stop();
});

import { afterEach, expect, test } from "vitest";
import { dismissToast, readToasts, toast, watchToasts } from "./toast.ts";

afterEach(() => {
  for (const { id } of readToasts()) dismissToast(id);
});

const titles = () => readToasts().map((notice) => notice.title);

test("a notice is a success that passes, unless it says otherwise", () => {
  toast({ title: "Carrinho limpo" });
  toast({ title: "Conexão perdida", look: "warning", persistent: true });
  expect(readToasts()).toMatchObject([
    { look: "success", persistent: false },
    { look: "warning", persistent: true },
  ]);
});

test("at most five are kept, the newest ones", () => {
  for (const title of ["1", "2", "3", "4", "5", "6", "7"]) toast({ title });
  expect(titles()).toEqual(["3", "4", "5", "6", "7"]);
});

test("one that lasts is not pushed out by those that pass", () => {
  toast({ title: "Conexão perdida", persistent: true });
  for (const title of ["1", "2", "3", "4", "5", "6"]) toast({ title });
  expect(titles()).toEqual(["Conexão perdida", "3", "4", "5", "6"]);
});

test("one with a known id takes the place of the other", () => {
  toast({ id: "connection", title: "Conexão perdida", persistent: true });
  toast({ id: "connection", title: "Conexão restaurada" });
  expect(titles()).toEqual(["Conexão restaurada"]);
});

test("whoever watches is told of arrivals and departures", () => {
  let told = 0;
  const stop = watchToasts(() => {
    told += 1;
  });
  dismissToast(toast({ title: "Produto removido" }));
  expect(told).toBe(2);
  stop();
  toast({ title: "Produto removido" });
  expect(told).toBe(2);
});

import { expect, test } from "vitest";
import { mailboxOf, wordsOfName } from "./mails.ts";

test.each([
  ["Ana@Example.com", "ana@example.com"],
  ["ana+a+b@example.com", "ana@example.com"],
  ["an.a+x@example.com", "an.a@example.com"],
  ["A.n.a+x@Gmail.com", "ana@gmail.com"],
  ["ana@googlemail.com", "ana@gmail.com"],
])("%s is the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

test.each(["Ana Souza", "J.R. Silva", "D'Ávila Ltda.", "Ana-Lúcia d’Ângelo"])(
  "%s is a name",
  (name) => {
    expect(wordsOfName(name)).toEqual(name.split(" "));
  },
);

test.each([
  "https://evil.example/premio",
  "evil.com",
  "Ana evil.com.br",
  "evil。com",
  "evil．com",
  "evil｡com",
  "evil․com",
  "Ganhe www.evil.co",
  "//evil",
  "аррlе com",
  "evil[.]com",
  "evil.c",
  "e.v.il",
])("%j is not a name", (name) => {
  expect(wordsOfName(name)).toEqual([]);
});

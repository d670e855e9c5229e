import { expect, test } from "vitest";
import { noAnswer } from "./api-request.ts";
import { explainProblem } from "./explain-problem.ts";

const conflict = { status: 409, type: "urn:pomar:stale-version", title: "A repetição mudou" };

test.each([
  [
    "what happened and what to do",
    noAnswer.problem,
    "Sem conexão com a loja. Confira sua internet e tente de novo.",
  ],
  ["what happened alone", conflict, "A repetição mudou"],
  [
    "why a field was rejected",
    {
      ...conflict,
      detail: "Confira os campos.",
      errors: [{ field: "contact", message: "Informe um e-mail ou telefone." }],
    },
    "Informe um e-mail ou telefone.",
  ],
])("says %s", (_, problem, text) => {
  expect(explainProblem(problem)).toBe(text);
});

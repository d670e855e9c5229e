import { expect, test } from "vitest";
import { takeListeningSocket } from "./http-server.ts";

const own = String(process.pid);
const foreign = String(process.pid + 1);

test.each([
  [{ LISTEN_FDS: "1", LISTEN_PID: own }, 3, { LISTEN_FDS: "1" }],
  [{ LISTEN_FDS: "1" }, 3, { LISTEN_FDS: "1" }],
  [{ LISTEN_FDS: "1", LISTEN_PID: foreign }, undefined, {}],
  [{ LISTEN_FDS: "0" }, undefined, {}],
  [{}, undefined, {}],
])("takes the socket of %o", (variables, fd, left) => {
  expect(takeListeningSocket(variables)).toBe(fd);
  expect(variables).toEqual(left);
});

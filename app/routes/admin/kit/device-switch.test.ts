import { expect, test } from "vitest";
import { createDeviceSwitch } from "./device-switch.ts";

test("is on where the server renders it, without browser events and storage", () => {
  expect(createDeviceSwitch("pomar:example").$isOn.get()).toBe(true);
});

import { atom, onMount } from "nanostores";
import { safeLocalStorage } from "#app/client/storage.ts";

/** A setting of this device, shared by its tabs: on until the user switches it off. */
export function createDeviceSwitch(key: string) {
  const $isOn = atom(true);
  const readStored = () => $isOn.set(safeLocalStorage.read(key) !== "off");
  onMount($isOn, () => {
    // The server renders the initial value.
    if (typeof window === "undefined") return;
    const follow = (event: StorageEvent) => event.key === key && readStored();
    readStored();
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  });
  return {
    $isOn,
    set(isOn: boolean) {
      safeLocalStorage.write(key, isOn ? "on" : "off");
      $isOn.set(isOn);
    },
  };
}

export const soundSwitch = createDeviceSwitch("pomar:order-sound");
/** WCAG 2.1.4: single-key shortcuts can be switched off, for users of speech input. */
export const singleKeySwitch = createDeviceSwitch("pomar:shortcuts");

import { useSyncExternalStore } from "react";
import { withFreeLock } from "#app/client/tabs.ts";
import { SwitchField } from "#app/routes/admin/ui/fields.tsx";

/** The short sound of a new order, made by the browser itself; a device remembers whether it is wanted. */

const key = "pomar:order-sound";
/** Milliseconds: of many orders at once the first sounds for all. */
const pause = 3000;
const listeners = new Set<() => void>();
let context: AudioContext | undefined;
let soundedAt = Number.NEGATIVE_INFINITY;

function isSoundWanted(): boolean {
  try {
    return localStorage.getItem(key) !== "off";
  } catch {
    return true;
  }
}

function wantSound(on: boolean): void {
  try {
    localStorage.setItem(key, on ? "on" : "off");
  } catch (error) {
    console.warn("The choice of sound could not be stored", error);
  }
  for (const listener of [...listeners]) listener();
}

/** Calls `listener` when the choice changes, in this tab or another; returns how to stop. */
function watchSoundWanted(listener: () => void): () => void {
  const heard = (event: StorageEvent) => event.key === key && listener();
  listeners.add(listener);
  addEventListener("storage", heard);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", heard);
  };
}

/** Browsers let a page sound only after it was clicked or typed in. Returns how to stop waiting for that. */
export function unlockSound(): () => void {
  const waiting = new AbortController();
  function unlock() {
    waiting.abort();
    context ??= new AudioContext();
    void context.resume();
  }
  for (const sign of ["click", "keydown"]) {
    addEventListener(sign, unlock, { capture: true, signal: waiting.signal });
  }
  return () => waiting.abort();
}

/** Sounds for the order, in one tab of all those that are open. */
export function soundFor(orderId: string): void {
  if (!isSoundWanted() || context?.state !== "running") return;
  if (performance.now() - soundedAt < pause) return;
  soundedAt = performance.now();
  void withFreeLock(`pomar:sound ${orderId}`, async () => {
    chime();
    // The other tabs hear of the order within moments: until then it stays taken.
    await new Promise((resolve) => setTimeout(resolve, 5000));
  });
}

/** Two soft tones, half a second. */
function chime(): void {
  if (context?.state !== "running") return;
  const { destination, currentTime: now } = context;
  for (const [start, frequency] of [
    [now, 659.25],
    [now + 0.16, 987.77],
  ] as const) {
    const tone = new OscillatorNode(context, { frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.22, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.38);
    tone.connect(volume).connect(destination);
    tone.start(start);
    tone.stop(start + 0.4);
  }
}

/** On this device; switched on, it is heard at once. */
export function SoundSwitch() {
  const on = useSyncExternalStore(watchSoundWanted, isSoundWanted, () => true);
  return (
    <SwitchField
      label={
        <span className="leading-tight">
          Som de <span className="max-sm:sr-only">novo </span>pedido
        </span>
      }
      checked={on}
      onChange={({ currentTarget: { checked } }) => {
        wantSound(checked);
        if (checked) chime();
      }}
    />
  );
}

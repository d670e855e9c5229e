import { useStore } from "@nanostores/react";
import { withFreeLock } from "#app/client/tabs.ts";
import { soundSwitch } from "#app/routes/admin/ui/device-switch.ts";
import { SwitchField } from "#app/routes/admin/ui/fields.tsx";

const minPauseMs = 3000;
/** Other tabs receive the same order within this time. */
const lockTimeMs = 5000;

let context: AudioContext | undefined;
let lastSoundAt = Number.NEGATIVE_INFINITY;

/** Browsers allow sound only during a click or a key press, so it is tried at each one. Returns a function that stops it. */
export function unlockSound(): () => void {
  const listening = new AbortController();
  async function unlock() {
    context ??= new AudioContext();
    await context.resume();
    if (context.state === "running") listening.abort();
  }
  for (const event of ["click", "keydown"]) {
    addEventListener(event, unlock, { capture: true, signal: listening.signal });
  }
  if (navigator.userActivation?.hasBeenActive) void unlock();
  return () => listening.abort();
}

/** Plays the sound for a new order in one of the open tabs. */
export function playOrderSound(orderId: string): void {
  if (!soundSwitch.$isOn.get() || context?.state !== "running") return;
  if (performance.now() - lastSoundAt < minPauseMs) return;
  lastSoundAt = performance.now();
  void withFreeLock(`pomar:sound ${orderId}`, async () => {
    playChime();
    await new Promise((resolve) => setTimeout(resolve, lockTimeMs));
  });
}

/** Two soft tones, half a second. */
function playChime(): void {
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

/** The switch for the sound of new orders; switching it on plays the sound. */
export function SoundSwitch() {
  const isOn = useStore(soundSwitch.$isOn, { ssr: "initial" });
  return (
    <SwitchField
      label={
        <span className="flex items-center gap-2 leading-tight">
          <span className="icon-[lucide--bell-ring] size-5 shrink-0" aria-hidden />
          <span className="max-sm:sr-only">Som de novo pedido</span>
        </span>
      }
      checked={isOn}
      onChange={({ currentTarget: { checked } }) => {
        soundSwitch.set(checked);
        if (checked) playChime();
      }}
    />
  );
}

import { useStore } from "@nanostores/react";
import { soundSwitch } from "#app/routes/admin/ui/device-switch.ts";
import { SwitchField } from "#app/routes/admin/ui/switch-field.tsx";
import { playChime } from "./order-sound.ts";

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

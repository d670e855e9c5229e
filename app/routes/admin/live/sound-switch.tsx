import { useSyncExternalStore } from "react";
import { SwitchField } from "#app/routes/admin/ui/fields.tsx";
import { chime, isSoundWanted, wantSound, watchSoundWanted } from "./order-sound.ts";

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

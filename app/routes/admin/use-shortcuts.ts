import { useEffect, useRef } from "react";
import { useFirstInteraction } from "#app/routes/admin/ui/use-first-interaction.ts";
import type { Actions } from "./shortcut-keys.ts";

const loadKeys = () => import("./shortcut-keys.ts");
let keys: Awaited<ReturnType<typeof loadKeys>> | undefined;

async function load(): Promise<void> {
  keys = await loadKeys();
}

/** The keyboard shortcuts of every screen; the first key may have to wait for their code. */
export function useShortcuts(actions: Actions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useFirstInteraction(load);
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (keys) keys.pressKey(event, current.current);
      else void load().then(() => keys?.pressKey(event, current.current));
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

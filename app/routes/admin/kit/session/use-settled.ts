import { useEffect, useState } from "react";

/** A request about what is typed is sent when nothing was typed for so long. */
const typingPauseMs = 300;

/** A text that is being typed, or what follows from it, as it was when it last stayed the same for a moment; at first it is itself. */
export function useSettled<Text extends string | undefined>(text: Text): Text {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

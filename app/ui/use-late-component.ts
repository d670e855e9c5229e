import { type ComponentType, useEffect, useState } from "react";

/**
 * A component that `load` fetches once it is needed. Without connection it stays undefined, and is fetched when the
 * connection returns: a missing part must not replace the page by an error, as with `lazy`.
 */
export function useLateComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  isNeeded: boolean,
): ComponentType<Props> | undefined {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const isMissing = isNeeded && !Loaded;
  useEffect(() => {
    if (!isMissing) return;
    let isCurrent = true;
    const attempt = () =>
      load().then(
        (component) => isCurrent && setLoaded(() => component),
        (error) => console.warn("a part of the page could not be fetched", error),
      );
    attempt();
    addEventListener("online", attempt);
    return () => {
      isCurrent = false;
      removeEventListener("online", attempt);
    };
  }, [load, isMissing]);
  return Loaded;
}

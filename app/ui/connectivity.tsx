import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Keeps an eye on the connection, from when the page is quiet; its data is read anew when the shop is back. */
export function Connectivity() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let isMounted = true;
    let stop: (() => void) | undefined;
    import("./watch-connectivity.ts").then(
      ({ watchConnectivity }) => {
        if (isMounted) stop = watchConnectivity(() => void revalidate());
      },
      (error) => console.warn("the connection is not watched", error),
    );
    return () => {
      isMounted = false;
      stop?.();
    };
  }, [revalidate]);
  return null;
}

import { useEffect, useState } from "react";
import { NoConnection } from "./error-page.tsx";

/** Where the service worker leads to when a page is neither in reach nor kept in this browser. */
export default function NoConnectionPage() {
  const [wanted, setWanted] = useState("/");
  useEffect(() => {
    const address = wantedAddress(location.search);
    setWanted(address);
    const goThere = () => location.replace(address);
    addEventListener("online", goThere);
    return () => removeEventListener("online", goThere);
  }, []);
  return <NoConnection wanted={wanted} />;
}

/** A path of this shop and of nobody else's. */
function wantedAddress(search: string): string {
  const wanted = new URLSearchParams(search).get("de") ?? "/";
  return URL.parse(wanted, location.origin)?.origin === location.origin ? wanted : "/";
}

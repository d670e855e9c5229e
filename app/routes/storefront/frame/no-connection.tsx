import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { onConnected } from "#app/client/changes.ts";
import { dataAddress } from "#app/client/worker-messages.ts";
import { parseUrl } from "#app/shared/parse-url.ts";
import { NoConnection } from "./error-page.tsx";

/** The service worker redirects here when a page is neither reachable nor cached. */
export default function NoConnectionPage() {
  const [wanted, setWanted] = useState("/");
  const navigate = useNavigate();
  useEffect(() => {
    const address = wantedAddress(location.search);
    setWanted(address);
    void isDataKept(address).then((isKept) => isKept && navigate(address, { replace: true }));
    let isLeaving = false;
    const goThere = () => {
      if (!isLeaving) location.replace(address);
      isLeaving = true;
    };
    addEventListener("online", goThere);
    const stop = onConnected(goThere);
    return () => {
      removeEventListener("online", goThere);
      stop();
    };
  }, [navigate]);
  return <NoConnection wanted={wanted} />;
}

/** A path of this shop; any other address is replaced by the home page. */
function wantedAddress(search: string): string {
  const wanted = new URLSearchParams(search).get("de") ?? "/";
  const url = parseUrl(wanted, location.origin);
  return url?.origin === location.origin ? url.pathname + url.search : "/";
}

/** A page reached by client-side navigation has only its data cached, which is enough to render it here. */
async function isDataKept(address: string): Promise<boolean> {
  const { pathname } = new URL(address, location.origin);
  try {
    const options = { ignoreSearch: true, ignoreVary: true };
    return (await caches.match(dataAddress(pathname), options)) !== undefined;
  } catch {
    // There is no storage: the address is insecure, or the visitor blocks site data.
    return false;
  }
}

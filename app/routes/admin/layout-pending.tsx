import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { screenAt } from "./layout-links.ts";
import { PageHeader } from "./ui/page-header.tsx";
import { LoadingState } from "./ui/states.tsx";

const patience = 150;

/** The screen, or in its place what is being loaded once that takes longer than a moment. */
export function PendingScreen({ children }: { children: ReactNode }) {
  const here = screenAt(useLocation().pathname);
  const { location } = useNavigation();
  const next = location && screenAt(location.pathname);
  const awaited = next && next !== here ? next : undefined;
  const [late, setLate] = useState(awaited);
  useEffect(() => {
    const timer = setTimeout(() => setLate(awaited), awaited ? patience : 0);
    return () => clearTimeout(timer);
  }, [awaited]);
  if (!awaited || late !== awaited) return children;
  return (
    <>
      <PageHeader title={awaited.label} />
      <LoadingState>{awaited.loading}</LoadingState>
    </>
  );
}

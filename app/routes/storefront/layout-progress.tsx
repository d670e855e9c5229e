import { useNavigation } from "react-router";

/** A line along the top edge while the next page is on its way; a page that comes at once shows none. */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return <div aria-hidden className="navigation-progress" />;
}

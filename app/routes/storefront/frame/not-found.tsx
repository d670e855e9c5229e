import { data } from "react-router";
import { NotFound } from "./error-page.tsx";

/** All unknown addresses; the server logs them. */
export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundPage() {
  return <NotFound />;
}

import { data } from "react-router";
import { NotFound } from "./error-page.tsx";

/** Every address that no page lives at; the server logs which one was tried. */
export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundPage() {
  return <NotFound />;
}

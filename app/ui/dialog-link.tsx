import type { ComponentProps } from "react";
import { Link, useLocation } from "react-router";

type DialogLinkProps = Omit<ComponentProps<typeof Link>, "to" | "preventScrollReset"> & {
  to: string;
};

/** A link to a dialog with an address: on the dialog's own page it does not scroll. */
export function DialogLink({ to, ...rest }: DialogLinkProps) {
  const { pathname } = useLocation();
  return <Link {...rest} to={to} preventScrollReset={to.startsWith(`${pathname}?`)} />;
}

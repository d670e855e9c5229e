import type { ReactNode } from "react";
import { hasTerms } from "#app/domain/customers/rules.ts";
import { type Area, isAllowed } from "#app/domain/people/roles.ts";
import { useRole } from "#app/routes/admin/layout-data.ts";

type AllowedProps = {
  /** The area that the children change; without one only the administrator may. */
  area?: Area | undefined;
  children: ReactNode;
};

/** Shows what changes something only to users who may. The server rejects it from others in any case. */
export function Allowed({ area, children }: AllowedProps) {
  return useAllowed(area) && children;
}

/**
 * Returns the area whose members may let further people order with the customer's conditions; with special ones only the
 * administrator may.
 */
export function accessArea(customer: Parameters<typeof hasTerms>[0]): Area | undefined {
  return hasTerms(customer) ? undefined : "customers";
}

/** Returns whether the user may change what is in the area; without one only the administrator may. */
export function useAllowed(area?: Area): boolean {
  return isAllowed(useRole(), "write", area);
}

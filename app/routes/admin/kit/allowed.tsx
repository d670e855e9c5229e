import type { ReactNode } from "react";
import { hasTerms } from "#app/domain/customers/rules.ts";
import { type Area, isAllowed } from "#app/domain/people/roles.ts";
import { useRole } from "#app/routes/admin/layout-data.ts";

type AllowedProps = {
  /** What the children change; without one they are the administrator's alone. */
  area?: Area | undefined;
  children: ReactNode;
};

/** Shows what changes something only to users who may. The server rejects it from others in any case. */
export function Allowed({ area, children }: AllowedProps) {
  return useAllowed(area) && children;
}

/** Who may give further people what a customer has: with conditions the administrator alone. */
export function accessArea(customer: Parameters<typeof hasTerms>[0]): Area | undefined {
  return hasTerms(customer) ? undefined : "customers";
}

/** Whether the user may change what is in the area; without one only the administrator may. */
export function useAllowed(area?: Area): boolean {
  return isAllowed(useRole(), "write", area);
}

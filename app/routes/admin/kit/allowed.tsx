import type { ReactNode } from "react";
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

/** Whether the user may change what is in the area; without one only the administrator may. */
export function useAllowed(area?: Area): boolean {
  return isAllowed(useRole(), "write", area);
}

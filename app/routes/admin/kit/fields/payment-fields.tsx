import { useRouteLoaderData } from "react-router";
import { acceptedPaymentMethods } from "#app/domain/payments/methods.ts";
import type { loader } from "#app/root.tsx";

/** The accepted methods, the first one chosen. */
export function usePaymentMethods(): string[] {
  const settings = useRouteLoaderData<typeof loader>("root")?.settings;
  const accepted = acceptedPaymentMethods(settings?.payment_methods ?? null);
  return accepted.length > 0 ? accepted : ["Outra"];
}

export function MethodOptions({ methods }: { methods: readonly string[] }) {
  return methods.map((method) => (
    <option key={method} value={method}>
      {method}
    </option>
  ));
}

import { Link } from "react-router";
import type { Setup } from "#app/domain/dashboard/rules.ts";
import { Panel } from "./panel.tsx";

const steps: { key: keyof Setup; label: string; to: string }[] = [
  { key: "logo", label: "Enviar o logo", to: "/admin/settings?tab=general" },
  { key: "whatsapp", label: "Informar o WhatsApp", to: "/admin/settings?tab=contact" },
  { key: "product", label: "Cadastrar o primeiro produto", to: "/admin/products" },
  { key: "delivery", label: "Definir a entrega", to: "/admin/settings?tab=payments" },
];

/** The first steps of a new shop; gone when all are done. */
export function SetupPanel({ setup }: { setup: Setup }) {
  if (steps.every(({ key }) => setup[key])) return null;
  const done = steps.filter(({ key }) => setup[key]).length;
  return (
    <Panel title={`Primeiros passos: ${done} de ${steps.length}`} className="mb-4">
      <ul className="divide-y divide-line">
        {steps.map(({ key, label, to }) => (
          <li key={key} className="flex min-h-11 items-center gap-3">
            <span
              className={
                setup[key]
                  ? "icon-[lucide--circle-check] size-5 text-success-ink"
                  : "icon-[lucide--circle] size-5 text-muted"
              }
              aria-hidden
            />
            {setup[key] ? (
              <span className="text-muted line-through">
                {label}
                <span className="sr-only"> (feito)</span>
              </span>
            ) : (
              <Link to={to} className="inline-flex min-h-11 items-center font-semibold underline">
                {label}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

import { useFilterParams } from "#app/routes/admin/ui/filter-params.ts";
import { buttonClasses } from "#app/ui/button.tsx";

/** Every order that the filters leave, as a file for a spreadsheet. */
export function ExportLink() {
  const { filter } = useFilterParams();
  const asked = { search: filter("q"), status: filter("status") };
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ""));
  return (
    <a
      href={`/api/orders/export.csv${query.size > 0 ? `?${query}` : ""}`}
      download
      className={`${buttonClasses({ look: "outline" })} max-sm:px-3`}
    >
      <span className="icon-[lucide--download] size-5" aria-hidden />
      Exportar CSV
    </a>
  );
}

import { Fragment } from "react";
import { weekdays } from "#app/domain/settings/opening-hours.ts";
import { SwitchField } from "#app/routes/admin/ui/fields.tsx";
import { FormSection } from "#app/routes/admin/ui/page.tsx";
import { TextField } from "#app/ui/field.tsx";
import type { ContactDraft, DayDraft } from "./contact-content.ts";
import type { SettingsSection } from "./section.ts";

const usualDay = { opens: "08:00", closes: "18:00" };

/** Opening and closing time of each weekday. */
export function OpeningHoursFields({ section }: { section: SettingsSection<ContactDraft> }) {
  const { draft, change, errorOf } = section;
  const changeDay = (changed: number, next: Partial<DayDraft>) =>
    change({
      week: draft.week.map((day, index) => (index === changed ? { ...day, ...next } : day)),
    });
  return (
    <FormSection
      title="Horário de atendimento"
      description="O site mostra se a loja está aberta agora, no horário de Brasília."
    >
      <ul className="@container divide-y divide-line">
        {weekdays.map(({ name }, index) => {
          const day = draft.week[index] ?? { isOpen: false, opens: "", closes: "" };
          const error = (field: string) => errorOf(`opening_hours.week.${index}.${field}`);
          return (
            <li
              key={name}
              className="grid items-center gap-x-6 py-2 grid-cols-[minmax(0,1fr)] @md:grid-cols-[9rem_minmax(0,1fr)]"
            >
              <SwitchField
                label={name}
                checked={day.isOpen}
                onChange={({ currentTarget: { checked } }) =>
                  changeDay(index, { isOpen: checked, ...(day.opens ? {} : usualDay) })
                }
              />
              {day.isOpen && (
                // '08:00 às 18:00': the labels are for screen readers.
                <div className="flex items-center gap-3 [&_label]:sr-only">
                  {(["opens", "closes"] as const).map((field) => (
                    <Fragment key={field}>
                      {field === "closes" && <span aria-hidden>às</span>}
                      <TextField
                        label={`${field === "opens" ? "Abre" : "Fecha"} (${name.toLowerCase()})`}
                        type="time"
                        className="min-w-0 grow @xs:max-w-40"
                        value={day[field]}
                        error={error(field)}
                        onChange={(event) =>
                          changeDay(index, { [field]: event.currentTarget.value })
                        }
                      />
                    </Fragment>
                  ))}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </FormSection>
  );
}

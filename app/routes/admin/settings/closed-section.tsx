import { type ReactNode, useState } from "react";
import { FormSection } from "#app/routes/admin/ui/form-section.tsx";
import { Button } from "#app/ui/button.tsx";

type ClosedSectionProps = {
  title: string;
  description?: string | undefined;
  /** The number of entries in it. */
  count: number;
  hasError: boolean;
  children: ReactNode;
};

/** A section that is closed until the user opens it or an entry has an error: long forms stay short. */
export function ClosedSection(props: ClosedSectionProps) {
  const { title, description, count, hasError, children } = props;
  const [opened, setOpened] = useState(false);
  const isOpen = opened || hasError;
  return (
    <FormSection title={title} description={description}>
      <Button
        variant="outline"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? "Fechar" : "Editar"}: ${title}`}
        onClick={() => setOpened(!isOpen)}
        className="self-start"
      >
        <span
          className={isOpen ? "icon-[lucide--chevron-up] size-4" : "icon-[lucide--pencil] size-4"}
          aria-hidden
        />
        {isOpen ? "Fechar" : `Editar (${count})`}
      </Button>
      {isOpen && children}
    </FormSection>
  );
}

import { type ComponentProps, useState } from "react";
import { TextField } from "#app/ui/field.tsx";

/** A password field with a button that shows the characters. */
export function PasswordField({
  className = "",
  ...field
}: Omit<ComponentProps<typeof TextField>, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className={`relative [&_input]:pr-12 ${className}`}>
      <TextField
        {...field}
        type={shown ? "text" : "password"}
        spellCheck={false}
        autoCapitalize="off"
      />
      <button
        type="button"
        aria-pressed={shown}
        aria-label="Mostrar caracteres"
        onClick={() => setShown(!shown)}
        className="absolute top-[calc(var(--text-base)*1.5+0.5rem)] right-0.5 grid size-11 place-items-center rounded-md text-muted hover:text-foreground"
      >
        <span
          className={`size-5 ${shown ? "icon-[lucide--eye-off]" : "icon-[lucide--eye]"}`}
          aria-hidden
        />
      </button>
    </div>
  );
}

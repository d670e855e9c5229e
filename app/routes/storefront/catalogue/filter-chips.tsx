import { type MouseEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { classNames } from "#app/ui/class-names.ts";

type FilterChipsProps = {
  /** Accessible name of the group of chips. */
  label: string;
  /** Path of the page, and its query parameter. */
  path: string;
  parameter: string;
  options: readonly string[];
  /** Undefined for 'Todos'. */
  chosen: string | undefined;
  className?: string;
};

/** 'Todos' and one chip for each option. A GET form, so that it works without script. On phones it scrolls sideways. */
export function FilterChips(props: FilterChipsProps) {
  const { label, path, parameter, options, chosen, className } = props;
  const strip = useRef<HTMLFormElement>(null);
  useEffect(() => scrollToPressed(strip.current), []);
  const navigate = useNavigate();

  function choose(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault();
    const { value } = event.currentTarget;
    const search = value && `?${new URLSearchParams({ [parameter]: value })}`;
    void navigate(path + search, { replace: true, preventScrollReset: true });
  }

  return (
    <form
      ref={strip}
      action={path}
      aria-label={label}
      className={classNames(
        "relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:px-0",
        className,
      )}
    >
      {[undefined, ...options].map((option) => (
        <button
          key={option ?? ""}
          type="submit"
          name={option && parameter}
          value={option}
          aria-pressed={option === chosen}
          onClick={choose}
          className="filter-chip"
        >
          {option ?? "Todos"}
        </button>
      ))}
    </form>
  );
}

function scrollToPressed(strip: HTMLFormElement | null): void {
  const chip = strip?.querySelector<HTMLElement>('[aria-pressed="true"]');
  if (!strip || !chip) return;
  strip.scrollLeft = chip.offsetLeft - (strip.clientWidth - chip.offsetWidth) / 2;
}

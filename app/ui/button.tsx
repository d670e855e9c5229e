import type { ComponentProps, MouseEvent } from "react";
import { Link } from "react-router";
import { classNames } from "./class-names.ts";

const variants = {
  primary: "border-transparent bg-primary text-on-primary hover:bg-primary-hover",
  accent: "border-transparent bg-accent text-on-accent hover:bg-accent-hover",
  secondary: "border-transparent bg-secondary text-on-secondary hover:bg-secondary-hover",
  outline: "button-outline",
  ghost: "border-transparent text-foreground hover:bg-sunken",
  danger: "border-transparent bg-danger text-on-danger hover:opacity-90",
  /** The variant for a tinted surface uses the text color of the surface. */
  inherit: "border-2 border-current hover:bg-current/10",
} as const;

const sizes = {
  md: "min-h-11 px-4 py-2",
  lg: "min-h-13 px-6 py-3 text-lg",
  compact: "button-compact",
  icon: "size-11 shrink-0",
} as const;

export type ButtonVariant = { variant?: keyof typeof variants; size?: keyof typeof sizes };

/** The classes of a button, for elements that are neither `Button` nor `ButtonLink`. */
export function buttonClasses({ variant = "primary", size = "md" }: ButtonVariant = {}): string {
  return classNames("button", variants[variant], sizes[size]);
}

type ButtonProps = ComponentProps<"button"> & ButtonVariant & { pending?: boolean };

/** A button of at least 44 px; `pending` shows progress, and a press does nothing. The button keeps the focus, unlike a disabled one. */
export function Button({
  variant,
  size,
  pending = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(pending && pendingProps)}
      className={classNames(buttonClasses({ variant, size }), className)}
    >
      {pending && <span className="icon-[lucide--loader-circle] size-5 animate-spin" aria-hidden />}
      {children}
    </button>
  );
}

/** `onClick` is called for Enter in a field of the button's form too. */
const pendingProps = {
  "aria-busy": true,
  "aria-disabled": true,
  onClick: (event: MouseEvent) => event.preventDefault(),
};

/** A link that looks like a button. An external address opens in a new tab. */
export function ButtonLink({
  variant,
  size,
  className,
  to,
  ...rest
}: ComponentProps<typeof Link> & ButtonVariant) {
  const classes = classNames(buttonClasses({ variant, size }), className);
  const elsewhere = typeof to === "string" && /^https?:/.test(to);
  const newTab = elsewhere ? { target: "_blank", rel: "noopener noreferrer" } : {};
  return <Link {...newTab} {...rest} to={to} className={classes} />;
}

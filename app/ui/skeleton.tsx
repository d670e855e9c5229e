import { classNames } from "./class-names.ts";

/** A grey shape in the place and size of what is still loading; give it both by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={classNames("animate-pulse rounded-md bg-secondary", className)} />
  );
}

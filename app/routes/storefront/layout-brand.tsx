import { Link } from "react-router";
import { siteName } from "#app/domain/settings/rules.ts";
import { sizedSource } from "#app/ui/picture-sources.ts";
import { useSite } from "./site.ts";

/** Logo and name, leading home. */
export function Brand({ onClick }: { onClick?: () => void }) {
  const settings = useSite()?.settings;
  const name = siteName(settings ?? { site_name: null });
  return (
    <Link
      to="/"
      onClick={onClick}
      className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-md font-display text-2xl font-bold tracking-tight"
    >
      {settings?.logo ? (
        <img
          src={sizedSource(settings.logo, 160)}
          alt=""
          width={40}
          height={40}
          className="size-10 shrink-0 object-contain"
        />
      ) : (
        <Mark />
      )}
      <span className="truncate">{name}</span>
    </Link>
  );
}

/** A fruit of ice: round, with one corner cut straight, and a leaf. */
function Mark() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className="size-9 shrink-0">
      <path
        fill="var(--primary)"
        d="M20 8c9 0 16 6.500 16 15.500S29 39 20 39 4 32.500 4 23.500c0-3 .8-5.700 2.200-8L15 8.600C16.600 8.200 18.300 8 20 8z"
      />
      <path fill="var(--on-primary)" fillOpacity="0.18" d="M15 8.600 20 23.500 6.200 15.500z" />
      <path fill="var(--accent)" d="M20 9c0-5 3.500-8 9-8 0 5-3.500 8-9 8z" />
    </svg>
  );
}

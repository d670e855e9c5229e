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
      <img
        src={settings?.logo ? sizedSource(settings.logo, 160) : "/favicon.svg"}
        alt=""
        width={40}
        height={40}
        className="size-9 shrink-0 object-contain md:size-10"
      />
      <span className="truncate">{name}</span>
    </Link>
  );
}

import { Picture } from "#app/ui/picture.tsx";

type TitleCellProps = { title: string; slug: string; picture: string | null | undefined };

/** What a row is of: its picture or the tile that stands for none, title and slug. */
export function TitleCell({ title, slug, picture }: TitleCellProps) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <div className="size-11 shrink-0 overflow-hidden rounded-md">
        <Picture
          src={picture}
          alt=""
          width={44}
          height={44}
          sizes="44px"
          className="aspect-square"
        />
      </div>
      <div className="min-w-0 md:min-w-44">
        <p className="leading-snug font-semibold wrap-anywhere">{title}</p>
        <p className="text-sm text-muted wrap-anywhere">{slug}</p>
      </div>
    </div>
  );
}

import { StatusBadge } from "#app/routes/admin/ui/status-badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/picture.tsx";

type PictureListProps = {
  pictures: readonly string[];
  onChange: (pictures: string[]) => void;
};

/** The pictures of a product, the first of which the shop shows; any can be made the first or removed. */
export function PictureList({ pictures, onChange }: PictureListProps) {
  if (pictures.length === 0) return null;
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {[...new Set(pictures)].map((picture, index) => (
        <Thumbnail
          key={picture}
          picture={picture}
          place={index + 1}
          onRemove={() => onChange(pictures.filter((other) => other !== picture))}
          onPutFirst={() => onChange([picture, ...pictures.filter((other) => other !== picture)])}
        />
      ))}
    </ul>
  );
}

type ThumbnailProps = {
  picture: string;
  place: number;
  onRemove: () => void;
  onPutFirst: () => void;
};

function Thumbnail({ picture, place, onRemove, onPutFirst }: ThumbnailProps) {
  return (
    <li className="flex flex-col overflow-hidden rounded-md border border-line">
      <Picture
        src={picture}
        alt={`Imagem ${place}`}
        width={180}
        height={180}
        sizes="180px"
        className="aspect-square"
      />
      <div className="flex min-h-11 items-center justify-between">
        {place === 1 ? (
          <StatusBadge tone="success" className="ml-2">
            Principal
          </StatusBadge>
        ) : (
          <Button
            look="ghost"
            size="compact"
            aria-label={`Usar a imagem ${place} como principal`}
            onClick={onPutFirst}
          >
            <span className="icon-[lucide--star] size-4" aria-hidden />
            <span className="text-sm">Principal</span>
          </Button>
        )}
        <Button look="ghost" size="icon" aria-label={`Remover imagem ${place}`} onClick={onRemove}>
          <span className="icon-[lucide--x] size-5" aria-hidden />
        </Button>
      </div>
    </li>
  );
}

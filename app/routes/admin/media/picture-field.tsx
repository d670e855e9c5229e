import type { Bucket } from "#app/domain/media/rules.ts";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { Button } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { DropZone } from "./drop-zone.tsx";

type PictureFieldProps = {
  label: string;
  name: string;
  bucket: Bucket;
  picture: string | null;
  onChange: (picture: string | null) => void;
  hint?: string;
  error?: string;
};

export function PictureField(props: PictureFieldProps) {
  const { label, name, bucket, picture, onChange, hint, error } = props;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <DropZone
        name={name}
        bucket={bucket}
        onAdd={onChange}
        hint={hint}
        onRemove={picture ? () => onChange(null) : undefined}
        current={
          picture ? (
            <div className="w-28 shrink-0 sm:w-36">
              <Picture
                src={picture}
                alt={`${label}, como está`}
                width={144}
                height={96}
                sizes="144px"
                isWhole
                className="aspect-3/2 rounded-md border border-line bg-sunken"
              />
            </div>
          ) : undefined
        }
      />
      {error && <p className="font-medium text-danger-ink">{error}</p>}
    </fieldset>
  );
}

type PicturesFieldProps = {
  label: string;
  name: string;
  pictures: readonly string[];
  onChange: (pictures: string[]) => void;
  /** Separate from `onChange`: the list can change during an upload. */
  onAdd: (picture: string) => void;
  error?: string;
};

export function PicturesField(props: PicturesFieldProps) {
  const { label, name, pictures, onChange, onAdd, error } = props;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <PictureList pictures={pictures} onChange={onChange} />
      <DropZone
        name={name}
        bucket="product-images"
        onAdd={onAdd}
        hint={pictures.length > 1 ? "A primeira é a que a loja mostra." : undefined}
      />
      {error && <p className="font-medium text-danger-ink">{error}</p>}
    </fieldset>
  );
}

type PictureListProps = {
  pictures: readonly string[];
  onChange: (pictures: string[]) => void;
};

/** A product's pictures; the first is its main picture. */
function PictureList({ pictures, onChange }: PictureListProps) {
  if (pictures.length === 0) return null;
  return (
    <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4 sm:gap-3">
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
    <li className="relative overflow-hidden rounded-md border border-line">
      <Picture
        src={picture}
        alt={`Imagem ${place}`}
        width={180}
        height={180}
        sizes="180px"
        className="aspect-square"
      />
      {place === 1 ? (
        <StatusBadge tone="success" className="absolute bottom-1.5 left-1.5">
          Principal
        </StatusBadge>
      ) : (
        <Button
          variant="ghost"
          size="icon"
          className="absolute bottom-0 left-0"
          aria-label={`Usar a imagem ${place} como principal`}
          title="Usar como principal"
          onClick={onPutFirst}
        >
          <OnPicture icon="icon-[lucide--star]" />
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon"
        className="absolute top-0 right-0"
        aria-label={`Remover imagem ${place}`}
        title="Remover"
        onClick={onRemove}
      >
        <OnPicture icon="icon-[lucide--x]" />
      </Button>
    </li>
  );
}

/** An icon that is visible on any picture. */
function OnPicture({ icon }: { icon: string }) {
  return (
    <span className="grid size-7 place-items-center rounded-full bg-background/90">
      <span className={`${icon} size-4`} aria-hidden />
    </span>
  );
}

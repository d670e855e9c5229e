import type { Bucket } from "#app/domain/media/rules.ts";
import { Picture } from "#app/ui/picture.tsx";
import { DropZone } from "./drop-zone.tsx";

type PictureFieldProps = {
  label: string;
  name: string;
  bucket: Bucket;
  picture: string | null;
  onChange: (picture: string | null) => void;
  onBusy?: (busy: boolean) => void;
  hint?: string;
  error?: string;
};

export function PictureField(props: PictureFieldProps) {
  const { label, name, bucket, picture, onChange, onBusy, hint, error } = props;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <DropZone
        name={name}
        bucket={bucket}
        onAdd={onChange}
        onBusy={onBusy}
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

import type { Bucket } from "#app/domain/media/rules.ts";
import { Button } from "#app/ui/button.tsx";
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

/** One picture, with a preview and 'Remover'. */
export function PictureField(props: PictureFieldProps) {
  const { label, name, bucket, picture, onChange, onBusy, hint, error } = props;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      {picture && (
        <div className="flex flex-wrap items-end gap-3">
          <Picture
            src={picture}
            alt={`${label}, como está`}
            width={240}
            height={160}
            sizes="240px"
            className="max-w-60 rounded-md border border-line bg-sunken object-contain"
          />
          <Button look="outline" onClick={() => onChange(null)}>
            Remover
          </Button>
        </div>
      )}
      <DropZone name={name} bucket={bucket} onAdd={onChange} onBusy={onBusy} hint={hint} />
      {error && <p className="font-medium text-danger-ink">{error}</p>}
    </fieldset>
  );
}

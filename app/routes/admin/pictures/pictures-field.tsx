import { DropZone } from "./drop-zone.tsx";
import { PictureList } from "./picture-list.tsx";

type PicturesFieldProps = {
  label: string;
  name: string;
  pictures: readonly string[];
  onChange: (pictures: string[]) => void;
  /** Apart from `onChange`, since by the end of an upload the list may be another. */
  onAdd: (picture: string) => void;
  onBusy: (busy: boolean) => void;
  error?: string;
};

/** Several pictures of one product. */
export function PicturesField(props: PicturesFieldProps) {
  const { label, name, pictures, onChange, onAdd, onBusy, error } = props;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <PictureList pictures={pictures} onChange={onChange} />
      <DropZone
        name={name}
        bucket="product-images"
        onAdd={onAdd}
        onBusy={onBusy}
        hint={pictures.length > 1 ? "A primeira é a que a loja mostra." : undefined}
      />
      {error && <p className="font-medium text-danger-ink">{error}</p>}
    </fieldset>
  );
}

import { useId } from "react";
import { type FileRejection, useDropzone } from "react-dropzone";
import { type Bucket, isPictureAddress, pictureErrors } from "#app/domain/media/rules.ts";
import { Alert } from "#app/routes/admin/ui/states.tsx";
import { pictureExtensions } from "#app/shared/media-types.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { useUpload } from "./upload.ts";

type DropZoneProps = {
  /** The name of the file input. */
  name: string;
  bucket: Bucket;
  /** Receives the URL of an uploaded or typed picture. */
  onAdd: (url: string) => void;
  onBusy?: (busy: boolean) => void;
  /** Added to the size limit: 'Recomendado: 1200 × 630 px.' */
  hint?: string;
};

/** Adds a picture by drop, file dialog, camera or URL. */
export function DropZone({ name, bucket, onAdd, onBusy, hint }: DropZoneProps) {
  const hintId = useId();
  const { upload, progress, rejection, setRejection, hints } = useUpload({
    bucket,
    onUploaded: onAdd,
    onBusy,
  });
  const uploading = progress !== undefined;
  const { getRootProps, getInputProps, inputRef, open, isDragActive } = useDropzone({
    accept: pictureExtensions,
    multiple: false,
    minSize: 1,
    noClick: true,
    noKeyboard: true,
    disabled: uploading,
    onDrop([file], rejections) {
      if (rejections.length > 0) setRejection(describeRejection(rejections));
      else if (file) void upload(file);
    },
  });

  function choose(from: "files" | "camera") {
    if (uploading) return;
    inputRef.current?.toggleAttribute("capture", false);
    if (from === "camera") inputRef.current?.setAttribute("capture", "environment");
    open();
  }
  function askAddress() {
    const address = prompt("Endereço (URL) da imagem")?.trim();
    if (!address) return;
    const usable = isPictureAddress(address);
    setRejection(usable ? undefined : badAddress);
    if (usable) onAdd(address);
  }
  return (
    <div className="flex flex-col gap-3">
      <div {...getRootProps({ role: undefined, tabIndex: undefined })}>
        <input {...getInputProps({ name, "aria-label": "Arquivo de imagem" })} />
        <button
          type="button"
          onClick={() => choose("files")}
          aria-describedby={hintId}
          aria-disabled={uploading || undefined}
          className={classNames(
            "flex min-h-28 w-full flex-col items-center justify-center gap-1 rounded-md border-2 border-dashed px-4 py-5 text-center transition",
            isDragActive ? "border-primary bg-tint text-tint-ink" : "border-field hover:bg-sunken",
            uploading && "bg-sunken text-muted",
          )}
        >
          <span
            className={classNames(
              "size-6",
              uploading ? "icon-[lucide--loader-circle] animate-spin" : "icon-[lucide--image-up]",
            )}
            aria-hidden
          />
          <DropZoneText uploading={uploading} dragging={isDragActive} />
        </button>
      </div>
      {uploading && (
        <progress
          aria-label="Envio da imagem"
          value={progress}
          max={1}
          className="upload-progress"
        />
      )}
      <p id={hintId} className="text-sm text-muted">
        JPG, PNG, GIF ou WebP, até 5 MB. {hint}
      </p>
      {rejection && <Alert>{rejection}</Alert>}
      <ul role="status" className="flex flex-col gap-1 empty:hidden">
        {hints.map((one) => (
          <li key={one} className="flex items-start gap-2">
            <span className="icon-[lucide--info] mt-0.5 size-5 shrink-0" aria-hidden />
            {one}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          look="outline"
          className="not-pointer-coarse:hidden"
          onClick={() => choose("camera")}
        >
          <span className="icon-[lucide--camera] size-5" aria-hidden />
          Tirar foto
        </Button>
        <Button look="outline" onClick={askAddress}>
          <span className="icon-[lucide--link] size-5" aria-hidden />
          Adicionar por URL
        </Button>
      </div>
    </div>
  );
}

function DropZoneText({ uploading, dragging }: { uploading: boolean; dragging: boolean }) {
  if (uploading) return <span className="font-semibold">Enviando...</span>;
  if (dragging) return <span className="font-semibold">Solte a imagem aqui</span>;
  return (
    <>
      <span className="font-semibold">Enviar imagem</span>
      <span className="text-sm text-muted pointer-coarse:hidden">Arraste para cá ou clique</span>
    </>
  );
}

const badAddress = "Use um endereço que comece com https://.";

/** By the error codes of react-dropzone. */
const messages: Record<string, string> = {
  "file-invalid-type": pictureErrors["unknown-type"],
  "file-too-large": pictureErrors["too-large"],
  "file-too-small": pictureErrors.empty,
  "too-many-files": pictureErrors["not-one-file"],
};

/** The reason why a dropped file was rejected. */
function describeRejection(rejections: readonly Pick<FileRejection, "errors">[]): string {
  const codes = rejections.flatMap(({ errors }) => errors.map(({ code }) => code));
  const code = codes.includes("too-many-files") ? "too-many-files" : codes[0];
  return messages[code ?? ""] ?? "Este arquivo não pode ser enviado.";
}

import { type ChangeEvent, type DragEvent, type ReactNode, useId, useRef, useState } from "react";
import { toast } from "#app/client/toast.ts";
import type { Bucket } from "#app/domain/media/rules.ts";
import { Alert } from "#app/routes/admin/ui/states.tsx";
import { pictureExtensions } from "#app/shared/media-types.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { addressProblem, uploadPicture } from "./picture-upload.ts";

type DropZoneProps = {
  /** The name of the file input. */
  name: string;
  bucket: Bucket;
  /** Receives the URL of an uploaded or typed picture. */
  onAdd: (url: string) => void;
  onBusy?: (busy: boolean) => void;
  /** Added to the size limit: 'Recomendado: 1200 × 630 px.' */
  hint?: string;
  /** The picture that an upload replaces. */
  current?: ReactNode;
  onRemove?: () => void;
};

/** Adds or replaces a picture by drop, file dialog, camera or URL. */
export function DropZone(props: DropZoneProps) {
  const { name, bucket, onAdd, onBusy, hint, current, onRemove } = props;
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { upload, addAddress, progress, rejection, hints } = useUpload({ bucket, onAdd, onBusy });
  const uploading = progress !== undefined;
  const { dragging, dropProps } = useDrop(!uploading, upload);

  function choose(from: "files" | "camera") {
    if (uploading) return;
    input.current?.toggleAttribute("capture", false);
    if (from === "camera") input.current?.setAttribute("capture", "environment");
    input.current?.click();
  }
  function askAddress() {
    const address = prompt("Endereço (URL) da imagem")?.trim();
    if (address) void addAddress(address);
  }
  return (
    <div className="flex flex-col gap-2">
      <div
        {...dropProps}
        className={classNames(
          "flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-dashed p-3",
          dragging ? "border-primary bg-tint text-tint-ink" : "border-field",
          uploading && "bg-sunken text-muted",
        )}
      >
        <input
          ref={input}
          type="file"
          name={name}
          aria-label="Arquivo de imagem"
          accept={acceptedFiles}
          tabIndex={-1}
          disabled={uploading}
          className="sr-only"
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            const files = [...(event.currentTarget.files ?? [])];
            // The same file can be chosen again after an error.
            event.currentTarget.value = "";
            void upload(files);
          }}
        />
        {current}
        <div
          className={classNames(
            "flex grow gap-2 sm:grow-0",
            current ? "max-sm:flex-col" : "flex-wrap",
          )}
        >
          <Button
            variant="outline"
            size="compact"
            onClick={() => choose("files")}
            aria-describedby={hintId}
            aria-disabled={uploading || undefined}
          >
            <span
              className={classNames(
                "size-5",
                uploading ? "icon-[lucide--loader-circle] animate-spin" : "icon-[lucide--image-up]",
              )}
              aria-hidden
            />
            {uploadLabel({ uploading, dragging, replaces: current !== undefined })}
          </Button>
          <Button
            variant="outline"
            size="compact"
            className="not-pointer-coarse:hidden"
            onClick={() => choose("camera")}
          >
            <span className="icon-[lucide--camera] size-5" aria-hidden />
            Tirar foto
          </Button>
        </div>
        <div className="-ml-2.5 flex grow items-center justify-between max-sm:basis-full">
          <Button variant="ghost" size="compact" onClick={askAddress}>
            <span className="icon-[lucide--link] size-4" aria-hidden />
            Adicionar por URL
          </Button>
          {onRemove && (
            <Button variant="ghost" size="compact" className="-mr-2.5" onClick={onRemove}>
              Remover
            </Button>
          )}
        </div>
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
        <span className="pointer-coarse:hidden">Arraste para cá ou escolha. </span>
        JPG, PNG, GIF ou WebP, até 5 MB. {hint}
      </p>
      {rejection && <Alert>{rejection}</Alert>}
      <div role="status" className="flex flex-col gap-1 empty:hidden">
        {hints.map((one) => (
          <p key={one} className="flex items-start gap-2">
            <span className="icon-[lucide--info] mt-0.5 size-5 shrink-0" aria-hidden />
            {one}
          </p>
        ))}
      </div>
    </div>
  );
}

type LabelState = { uploading: boolean; dragging: boolean; replaces: boolean };

function uploadLabel({ uploading, dragging, replaces }: LabelState): string {
  if (uploading) return "Enviando...";
  if (dragging) return "Solte a imagem aqui";
  return replaces ? "Trocar" : "Enviar imagem";
}

/** Accepts dropped files; without it the browser would open them in place of the page. */
function useDrop(enabled: boolean, upload: (files: readonly File[]) => Promise<void>) {
  const [dragging, setDragging] = useState(false);
  const dropProps = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setDragging(enabled);
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
      if (!isInside) setDragging(false);
    },
    onDrop(event: DragEvent) {
      event.preventDefault();
      setDragging(false);
      if (enabled) void upload([...event.dataTransfer.files]);
    },
  };
  return { dragging, dropProps };
}

const acceptedFiles = Object.entries(pictureExtensions).flat(2).join(",");

type Upload = {
  bucket: Bucket;
  /** Receives the URL of an uploaded or typed picture. */
  onAdd: (url: string) => void;
  /** Called when an upload starts and ends. */
  onBusy?: (busy: boolean) => void;
};

/** One upload at a time; `progress` is its share from 0 to 1, undefined without an upload. */
function useUpload({ bucket, onAdd, onBusy }: Upload) {
  const [progress, setProgress] = useState<number>();
  const [rejection, setRejection] = useState<string>();
  const [hints, setHints] = useState<string[]>([]);

  async function upload(files: readonly File[]) {
    if (files.length === 0) return;
    setRejection(undefined);
    setHints([]);
    setProgress(0);
    onBusy?.(true);
    const result = await uploadPicture(bucket, files, setProgress);
    setProgress(undefined);
    onBusy?.(false);
    if (result.kind === "rejected") setRejection(result.reason);
    else if (result.kind === "failed") {
      toast({ title: "Erro no upload", description: result.reason, variant: "destructive" });
    } else {
      onAdd(result.url);
      setHints(result.hints);
      toast({ title: "Upload concluído", description: "A imagem foi enviada com sucesso." });
    }
  }

  function addAddress(address: string) {
    const problem = addressProblem(address);
    setRejection(problem);
    if (!problem) onAdd(address);
  }
  return { upload, addAddress, progress, rejection, hints };
}

import {
  type ChangeEvent,
  createContext,
  type DragEvent,
  type ReactNode,
  useContext,
  useId,
  useRef,
  useState,
} from "react";
import { type Answer, describeProblem, noAnswer, toAnswer } from "#app/client/api-request.ts";
import { toast } from "#app/client/toast.ts";
import {
  type Bucket,
  isPictureAddress,
  maxPictureBytes,
  pictureErrors,
  pictureHints,
} from "#app/domain/media/rules.ts";
import { noteSession } from "#app/routes/admin/kit/session/call-api.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { pictureExtensions, pictureTypeOf } from "#app/shared/media-types.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";

/** Checks pictures, scales them down and sends them. Loaded by the first upload. */

type UploadResult =
  | { kind: "stored"; url: string; hints: string[] }
  /** The file is not accepted. */
  | { kind: "rejected"; reason: string }
  | { kind: "failed"; reason: string };

const uploadFailed = "Não foi possível enviar a imagem. Tente novamente.";

/** Uploads dropped or chosen files, which must be one picture. `onProgress` receives the share from 0 to 1. */
async function uploadPicture(
  bucket: Bucket,
  files: readonly File[],
  onProgress: (share: number) => void,
): Promise<UploadResult> {
  const [file] = files;
  const reason = rejectionOf(files);
  if (reason || !file) return { kind: "rejected", reason: reason ?? pictureErrors.empty };
  const picture = await shrinkPicture(file);
  if (picture.size > maxPictureBytes) {
    return { kind: "rejected", reason: pictureErrors["too-large"] };
  }
  return resultOf(await sendPicture(bucket, picture, onProgress));
}

/** Large pictures are scaled down before their size is checked. */
function rejectionOf([file, ...others]: readonly File[]): string | undefined {
  if (others.length > 0) return pictureErrors["not-one-file"];
  if (!file) return undefined;
  const type = file.type || pictureTypeOf(file.name);
  if (!type || !(type in pictureExtensions)) return pictureErrors["unknown-type"];
  return file.size === 0 ? pictureErrors.empty : undefined;
}

/** A message when a page cannot show a picture from this address. */
function addressProblem(address: string): string | undefined {
  return isPictureAddress(address) ? undefined : "Use um endereço que comece com https://.";
}

type StoredPicture = { url: string; path: string; faults?: (keyof typeof pictureHints)[] };

function resultOf(answer: Answer<StoredPicture | undefined>): UploadResult {
  if (!answer.ok) {
    const isUnknown = answer.problem.type === "about:blank";
    return { kind: "failed", reason: isUnknown ? uploadFailed : describeProblem(answer.problem) };
  }
  const { url, faults = [] } = answer.data ?? {};
  return url
    ? { kind: "stored", url, hints: faults.map((fault) => pictureHints[fault]) }
    : { kind: "failed", reason: "Could not get public URL for the uploaded image." };
}

/** Never throws. `fetch` does not report the progress. */
function sendPicture(
  bucket: Bucket,
  file: File,
  onProgress: (share: number) => void,
): Promise<Answer<StoredPicture>> {
  const body = new FormData();
  body.append("file", file, file.name);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/uploads/${bucket}`);
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      resolve(noteSession(toAnswer<StoredPicture>(request.status, request.responseText)));
    request.onerror = () => resolve(noAnswer);
    request.onabort = () => resolve(noAnswer);
    request.send(body);
  });
}

const maxSide = 2560;
const quality = 0.9;

/** The picture scaled to at most `maxSide`. Small pictures, GIFs and unreadable files are not changed. */
async function shrinkPicture(file: File): Promise<File> {
  if (file.type === "image/gif") return file;
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return file;
  try {
    const scale = maxSide / Math.max(bitmap.width, bitmap.height);
    return scale < 1 ? await redraw(bitmap, scale, file) : file;
  } finally {
    bitmap.close();
  }
}

async function redraw(bitmap: ImageBitmap, scale: number, file: File): Promise<File> {
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  if (!context) return file;
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  const { type } = file;
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, quality);
  });
  if (!blob) return file;
  // A browser that cannot encode the type returns PNG.
  const name =
    blob.type === type
      ? file.name
      : file.name.replace(/\.\w*$/, "") + (pictureExtensions[blob.type]?.[0] ?? "");
  return new File([blob], name, { type: blob.type });
}

type DropZoneProps = {
  /** The name of the file input. */
  name: string;
  bucket: Bucket;
  /** Receives the URL of an uploaded or typed picture. */
  onAdd: (url: string) => void;
  /** Added to the size limit: 'Recomendado: 1200 × 630 px.' */
  hint?: string;
  /** The picture that an upload replaces. */
  current?: ReactNode;
  onRemove?: () => void;
};

/** A function that is called when an upload of the form around it begins and ends. */
export const UploadContext = createContext<(busy: boolean) => void>(() => {});

/** Adds or replaces a picture by drop, file dialog, camera or URL. */
export function DropZone(props: DropZoneProps) {
  const { name, bucket, onAdd, hint, current, onRemove } = props;
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { upload, addAddress, progress, rejection, hints } = useUpload(bucket, onAdd);
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
        <ChooseButtons
          label={uploadLabel({ uploading, dragging, replaces: current !== undefined })}
          uploading={uploading}
          isStacked={current !== undefined}
          hintId={hintId}
          onChoose={choose}
        />
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
      <PictureHints hints={hints} />
    </div>
  );
}

type ChooseButtonsProps = {
  label: string;
  uploading: boolean;
  /** Phones show the buttons below each other, beside the current picture. */
  isStacked: boolean;
  hintId: string;
  onChoose: (from: "files" | "camera") => void;
};

/** The buttons that open the file dialog, and on phones the camera. */
function ChooseButtons({ label, uploading, isStacked, hintId, onChoose }: ChooseButtonsProps) {
  return (
    <div
      className={classNames(
        "flex grow gap-2 sm:grow-0",
        isStacked ? "max-sm:flex-col" : "flex-wrap",
      )}
    >
      <Button
        variant="outline"
        size="compact"
        onClick={() => onChoose("files")}
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
        {label}
      </Button>
      <Button
        variant="outline"
        size="compact"
        className="not-pointer-coarse:hidden"
        onClick={() => onChoose("camera")}
      >
        <span className="icon-[lucide--camera] size-5" aria-hidden />
        Tirar foto
      </Button>
    </div>
  );
}

/** Advice for a better picture, shown after its upload. */
function PictureHints({ hints }: { hints: readonly string[] }) {
  return (
    <div role="status" className="flex flex-col gap-1 empty:hidden">
      {hints.map((one) => (
        <p key={one} className="flex items-start gap-2">
          <span className="icon-[lucide--info] mt-0.5 size-5 shrink-0" aria-hidden />
          {one}
        </p>
      ))}
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

/** One upload at a time; `progress` is its share from 0 to 1, undefined without an upload. `onAdd` receives the URL. */
function useUpload(bucket: Bucket, onAdd: (url: string) => void) {
  const onBusy = useContext(UploadContext);
  const [progress, setProgress] = useState<number>();
  const [rejection, setRejection] = useState<string>();
  const [hints, setHints] = useState<string[]>([]);

  async function upload(files: readonly File[]) {
    if (files.length === 0) return;
    setRejection(undefined);
    setHints([]);
    setProgress(0);
    onBusy(true);
    const result = await uploadPicture(bucket, files, setProgress);
    setProgress(undefined);
    onBusy(false);
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

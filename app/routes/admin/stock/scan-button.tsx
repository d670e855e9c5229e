import { useEffect, useRef, useState } from "react";
import { toast } from "#app/client/toast.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = new (options: { formats: string[] }) => Detector;
const formats = ["ean_13", "ean_8", "upc_a", "itf"];

function detectorClass(): DetectorClass | undefined {
  return Reflect.get(globalThis, "BarcodeDetector") as DetectorClass | undefined;
}

/** 'Ler código', where the browser can: elsewhere the digits are typed. */
export function ScanButton({ onRead }: { onRead: (code: string) => void }) {
  const [canScan, setCanScan] = useState(false);
  const [open, setOpen] = useState(false);
  useEffect(() => setCanScan(detectorClass() !== undefined && "mediaDevices" in navigator), []);
  if (!canScan) return null;
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <span className="icon-[lucide--scan-barcode] size-5" aria-hidden />
        Ler código
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Aponte para o código de barras">
        {open && (
          <Camera
            onClose={() => setOpen(false)}
            onRead={(code) => {
              setOpen(false);
              onRead(code);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

type CameraProps = { onRead: (code: string) => void; onClose: () => void };

function Camera({ onRead, onClose }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const callbacks = useRef({ onRead, onClose });
  callbacks.current = { onRead, onClose };
  useEffect(() => {
    let isOpen = true;
    let stream: MediaStream | undefined;
    async function scan() {
      const Detector = detectorClass();
      const element = video.current;
      if (!Detector || !element) return;
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      element.srcObject = stream;
      await element.play();
      const detector = new Detector({ formats });
      while (isOpen) {
        const [found] = await detector.detect(element);
        if (found && isOpen) return callbacks.current.onRead(found.rawValue);
        await new Promise(requestAnimationFrame);
      }
    }
    scan().catch(() => {
      if (!isOpen) return;
      callbacks.current.onClose();
      toast({
        title: "A câmera não abriu",
        description: "Permita a câmera para este site ou digite o código.",
        variant: "destructive",
      });
    });
    return () => {
      isOpen = false;
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, []);
  return <video ref={video} muted playsInline className="aspect-square w-full object-cover" />;
}

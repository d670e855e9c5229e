import { useEffect, useState } from "react";
import { toast } from "#app/client/toast.ts";
import { Button } from "#app/ui/button.tsx";
import { SendByWhatsapp } from "./links.tsx";

type CopyButtonProps = {
  text: string;
  label: string;
  showLabel?: boolean;
};

export function CopyButton({ text, label, showLabel = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast({ title: "Não foi possível copiar", description: text, variant: "destructive" });
    }
  }
  const icon = copied ? "icon-[lucide--check]" : "icon-[lucide--copy]";
  return (
    <Button
      variant={showLabel ? "outline" : "ghost"}
      size={showLabel ? "md" : "icon"}
      aria-label={showLabel ? undefined : label}
      onClick={copy}
    >
      <span className={`${icon} size-4`} aria-hidden />
      {showLabel && (copied ? "Copiado" : label)}
      <span role="status" className="sr-only">
        {copied && "Copiado"}
      </span>
    </Button>
  );
}

type OneTimeTextProps = {
  title: string;
  copyLabel: string;
  children: string;
  /** The message by which WhatsApp can send a text that is for another person. */
  message?: string;
  onClose: () => void;
};

/** A secret that is shown once. */
export function OneTimeText({ title, copyLabel, children, message, onClose }: OneTimeTextProps) {
  return (
    <div
      role="status"
      className="rounded-md border border-primary-ink bg-success-soft p-4 text-success-ink"
    >
      <p className="mb-2 font-semibold">{title}</p>
      <pre className="mb-3 rounded-sm bg-background p-3 text-sm wrap-anywhere whitespace-pre-wrap text-foreground">
        {children}
      </pre>
      <div className="flex flex-wrap gap-3 text-foreground">
        <CopyButton text={children} label={copyLabel} showLabel />
        {message !== undefined && <SendByWhatsapp text={message} />}
        <Button variant="ghost" onClick={onClose}>
          Já guardei
        </Button>
      </div>
    </div>
  );
}

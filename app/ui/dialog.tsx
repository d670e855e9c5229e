import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { buttonClasses } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { Toasts } from "./toasts.tsx";
import { useModal } from "./use-modal.ts";

export type DialogProps = {
  open: boolean;
  /** Called for the close button, Escape or a press outside; the owner then sets `open`. */
  onClose: () => void;
  title: string;
  /** For contents with their own `h2`: the title is then only the accessible name. */
  hideTitle?: boolean;
  children: ReactNode;
  /** Always visible below the scrolling contents. */
  footer?: ReactNode;
  /** Position from 768 px; below that it is a sheet at the bottom. */
  placement?: "center" | "right";
  wide?: boolean;
  /** Below the title, such as how far one is. */
  note?: string;
  /** On phones the whole screen, for a form. */
  fullHeight?: boolean;
  /** Address of the page without the dialog, for the close button without script. */
  closeTo?: string;
  className?: string;
};

export function Dialog({
  open,
  onClose,
  title,
  hideTitle = false,
  children,
  footer,
  placement = "center",
  wide = false,
  note,
  fullHeight = false,
  closeTo,
  className,
}: DialogProps) {
  const titleId = useId();
  const { props, present } = useModal(open, onClose);
  return (
    <dialog
      {...props}
      aria-label={hideTitle ? title : undefined}
      aria-labelledby={hideTitle ? undefined : titleId}
      data-placement={placement}
      data-wide={wide || undefined}
      data-full-height={fullHeight || undefined}
      className={classNames("dialog", className)}
    >
      {present && (
        <>
          {!hideTitle && (
            <div className="flex shrink-0 items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-5 md:pl-8">
              <div className="min-w-0 leading-tight">
                <h2 id={titleId} className="text-xl">
                  {title}
                </h2>
                {note && <p className="text-muted">{note}</p>}
              </div>
              <CloseButton onClose={onClose} closeTo={closeTo} />
            </div>
          )}
          <div className="dialog-content min-h-0 grow overflow-y-auto overscroll-contain">
            {hideTitle && (
              <div className="sticky top-2 z-10 flex h-0 justify-end pr-2">
                <CloseButton onClose={onClose} closeTo={closeTo} />
              </div>
            )}
            {children}
          </div>
          {open && <Toasts inDialog />}
          {footer && (
            <div className="dialog-footer shrink-0 border-t border-line px-5 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] md:px-8">
              {footer}
            </div>
          )}
        </>
      )}
    </dialog>
  );
}

function CloseButton({ onClose, closeTo }: Pick<DialogProps, "onClose" | "closeTo">) {
  const classes = classNames(
    buttonClasses({ variant: "ghost", size: "icon" }),
    "bg-background text-foreground",
  );
  const cross = <span className="icon-[lucide--x] size-6" aria-hidden />;
  if (!closeTo) {
    return (
      <button type="button" aria-label="Fechar" onClick={onClose} className={classes}>
        {cross}
      </button>
    );
  }
  return (
    <Link
      to={closeTo}
      aria-label="Fechar"
      preventScrollReset
      className={classes}
      onClick={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {cross}
    </Link>
  );
}

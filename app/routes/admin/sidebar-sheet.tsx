import { Sheet } from "#app/ui/sheet.tsx";
import { SidebarMenu, type SidebarMenuProps } from "./layout-sidebar.tsx";

type SidebarSheetProps = SidebarMenuProps & { open: boolean; onClose: () => void };

/** The menu on a phone. Loaded on demand. */
export function SidebarSheet({ open, onClose, ...menu }: SidebarSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Menu">
      <div className="flex min-h-full flex-col gap-1 px-2 pb-4">
        <SidebarMenu {...menu} onLeave={onClose} />
      </div>
    </Sheet>
  );
}

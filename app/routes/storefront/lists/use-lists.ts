import { useEffect, useState } from "react";
import { toast } from "#app/client/toast.ts";
import { useStore } from "#app/client/use-store.ts";
import type { SharedList } from "#app/domain/orders/cart/shared-list.ts";
import { $area, changeArea, readArea } from "../area/area-store.ts";
import { isInArea } from "../my-orders/menu-item.tsx";
import { notifyOfDeniedStorage } from "../my-orders/stored-orders.ts";
import { readLists, removeList, saveList } from "./stored-lists.ts";

/** The lists of the customer who entered on this device, else those of the device. */
export function useLists() {
  const area = useStore($area);
  /** Undefined on the server and in the first render. */
  const [stored, setStored] = useState<readonly SharedList[]>();
  useEffect(() => {
    // Without connection the lists of the area are unknown.
    const show = () => setStored(isInArea() ? [] : readLists());
    readArea().then(show, show);
  }, []);

  return {
    lists: area?.lists ?? stored,
    isOfArea: area !== undefined,
    async save(list: SharedList) {
      if (area) {
        const lines = list.lines.map(({ product_id, unit, quantity }) => ({
          product_id,
          unit,
          quantity,
        }));
        const isSaved = await changeArea("POST", "/api/customer/lists", { name: list.name, lines });
        if (isSaved) toast({ title: `Lista “${list.name}” guardada na sua área` });
        return;
      }
      if (saveList(list)) toast({ title: `Lista “${list.name}” guardada neste aparelho` });
      else notifyOfDeniedStorage();
      setStored(readLists());
    },
    async remove(name: string) {
      const list = area?.lists.find((candidate) => candidate.name === name);
      if (list) return void (await changeArea("DELETE", `/api/customer/lists/${list.id}`));
      removeList(name);
      setStored(readLists());
    },
  };
}

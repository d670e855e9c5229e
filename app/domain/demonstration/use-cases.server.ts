import { deleteCatalogueFiles } from "#app/domain/catalogue/file/commands.server.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { unopenedShop } from "#app/domain/company/commands.server.ts";
import { readSettings } from "#app/domain/company/queries.server.ts";
import type { ShopContext } from "#app/domain/kernel/use-case.server.ts";
import { deleteUnusedPictures } from "#app/domain/media/commands.server.ts";
import type { Author } from "#app/platform/database/database.ts";
import { emptyDemo } from "./commands.server.ts";

/** The demonstration becomes the shop of the seller. */
export const demonstration = {
  /**
   * Empties the demonstration shop after a backup, and deletes its pictures and catalogue files. False for any other shop, unless it
   * is as this leaves it: when the button is pressed twice, the second request may arrive after the first one was done.
   */
  async startOwnShop(
    { database, pictures, now, machine }: ShopContext,
    author: Author,
  ): Promise<boolean> {
    const { stage } = await readSettings(database);
    if (stage === unopenedShop.stage) return (await database.$count(products)) === 0;
    if (stage !== "demo") return false;
    await machine.backUp("before-own-shop");
    // When it is pressed twice at once, one of the two finds the shop empty.
    if (!(await emptyDemo(database, author))) return true;
    await deleteUnusedPictures(database, pictures, now(), 0);
    await deleteCatalogueFiles({ pictures });
    return true;
  },
};

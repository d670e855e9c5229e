import { deleteExpiredFiles, makeCatalogueFile, openCatalogueFile } from "./commands.server.ts";
import { readCatalogueContents } from "./contents.server.ts";

/** The catalogue as a PDF file, with a link that expires. */
export const catalogueFile = {
  deleteExpired: deleteExpiredFiles,
  make: makeCatalogueFile,
  open: openCatalogueFile,
  readContents: readCatalogueContents,
};

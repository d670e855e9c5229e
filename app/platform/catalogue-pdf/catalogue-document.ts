/** The contents of a catalogue in PDF: texts as they are printed, pictures by their names in the media store. */
export type CatalogueDocument = {
  format: CatalogueFormat;
  shop: string;
  logo: string | undefined;
  /** 'Catálogo', or the name of a price table. */
  title: string;
  /** 'Preços válidos até 31/12/2026', or when it was made. */
  notes: string[];
  /** The address at which customers order. */
  link: string;
  /** The shop's color, as '#22c55e'. */
  color: string;
  categories: CatalogueSection[];
};

export type CatalogueSection = { name: string; groups: CatalogueGroup[] };

/** The products without a group come first, without a name. */
export type CatalogueGroup = { name: string | undefined; products: CatalogueProduct[] };

export type CatalogueProduct = {
  title: string;
  picture: string | undefined;
  options: CatalogueOption[];
  isSoldOut: boolean;
  /** A note such as 'Preço por kg; o valor final sai na pesagem'. */
  note: string | undefined;
};

export type CatalogueOption = {
  /** Undefined in a catalogue without prices. */
  price: string | undefined;
  /** 'por caixa · 48 un', or without a price 'Caixa · 48 un'. */
  unit: string;
  /** 'mínimo 6 · 12 ou mais: R$ 42,90'; may be empty. */
  details: string;
};

/** A sheet for the printer, or pages as wide and as high as a telephone. */
export type CatalogueFormat = "a4" | "phone";

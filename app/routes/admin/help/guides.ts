import texts from "./guides.json" with { type: "json" };

/** Instructions for one task of the seller. In texts, [brackets] enclose a text of the screen, or an address. */
export type Guide = {
  slug: string;
  title: string;
  /** The address of the screen that it explains. */
  screen: string;
  intro: string;
  steps: readonly string[];
  pictures: readonly GuidePicture[];
};

/** A picture of a screen of the demonstration shop, which `npm run guide:pictures` takes. */
export type GuidePicture = {
  name: string;
  alt: string;
  path: string;
  isPhone?: boolean;
  /** Buttons and links that are pressed before, by their names, or by the beginning of a name with '…' behind it. */
  press?: readonly string[];
  /** True if the last of them leads to no dialog. */
  isPage?: boolean;
  /** A product file that is chosen then. */
  file?: string;
  /** The text to which the picture is scrolled. */
  show?: string;
};

export const guides: readonly Guide[] = texts;

const pictureSizes = {
  wide: { width: 1280, height: 800 },
  phone: { width: 360, height: 640 },
};

/** The address of the pictures, and their path below `public`. */
export const picturesPath = "/guide";

export const sizeOf = ({ isPhone }: GuidePicture) => pictureSizes[isPhone ? "phone" : "wide"];

/** Returns the attributes of the picture's `<img>`. */
export function pictureOf(picture: GuidePicture) {
  const { name, alt } = picture;
  return { src: `${picturesPath}/${name}.webp`, alt, ...sizeOf(picture) };
}

/** A text with its labels apart: texts at even positions, labels at odd ones. */
export const splitLabels = (text: string) => text.split(/\[([^\]]+)\]/);

/** Returns whether a label is an address of the shop or of the back office. */
export const isAddress = (label: string) => label.startsWith("/");

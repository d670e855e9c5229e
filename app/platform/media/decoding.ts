import sharp, { type Sharp } from "sharp";

// Left open, sharp reads SVG, TIFF, PDF and more, each a parser for strangers to play with.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadWebpBuffer",
  ],
});
// Pictures are worked on side by side; each one alone keeps to one core.
sharp.concurrency(1);
sharp.cache(false);

/** 24 megapixels: a phone's photo fits, a file that unfolds into gigabytes does not. */
const mostPixels = 24e6;

/** Opens a JPEG, PNG, GIF (its first frame) or WebP held in memory, upright; anything else fails when it is read. */
export function decodePicture(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" }).autoOrient();
}

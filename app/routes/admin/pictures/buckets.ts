/** Where pictures are kept: those of goods, and those of the site such as logo and heroes. */
export type Bucket = "product-images" | "site-assets";

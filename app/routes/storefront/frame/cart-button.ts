import { createRef } from "react";

/** The button at the end of the window that opens the cart; without items there is none. */
export const cartButton = createRef<HTMLButtonElement>();

import { createContext } from "react";

/** True if a tab of the settings has unsaved changes, which the screen then guards instead of its dialogs. */
export const UnsavedSettingsContext = createContext(false);

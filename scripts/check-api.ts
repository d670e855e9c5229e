import { type ApiDocument, lintApi } from "#tests/support/lint-api.ts";
import { apiDocument } from "./api-document.ts";

/** Lints the API's document as part of `npm run check`. */
const violations = await lintApi(apiDocument as ApiDocument);
for (const violation of violations) console.error(violation);
process.exitCode = violations.length === 0 ? 0 : 1;

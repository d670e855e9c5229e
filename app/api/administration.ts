import type { Api } from "./api.ts";
import { problem } from "./problem.ts";

/** What only the administrator may ask. Visitors learn that these exist and that they may not. */
const guarded: [method: string, path: string][] = [["POST", "/uploads/:bucket"]];

export function guardAdministration(api: Api): void {
  for (const [method, path] of guarded) {
    api.on(method, path, () => {
      throw problem(401, {
        kind: "unauthenticated",
        title: "É preciso entrar",
        detail: "Entre como administrador em /admin/login.",
      });
    });
  }
}

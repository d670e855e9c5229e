import type { NewMember } from "#app/domain/people/schema.ts";

/** The people who work in the demonstration. */
export type Staff = { administrator: string; member: string };

/** Packs, delivers and counts. */
export const demoMember: NewMember = {
  name: "Equipe da câmara fria",
  email: "equipe@pomar.example",
  role: "equipe",
};

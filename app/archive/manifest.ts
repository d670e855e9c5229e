import { z } from "zod";

/** Names of the entries of an archive: what it holds comes first, the proof of it last. */
export const headName = "pomar.json";
export const tailName = "sums.json";

const named = z.object({ name: z.string(), sha256: z.string() });

/** What the rows that follow are: each row a JSON array of its table's columns, texts or null. */
export const headSchema = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  /** The id of the shop's settings: whose archive this is. */
  shop: z.uuid(),
  migrations: z.array(named),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type ArchiveHead = z.infer<typeof headSchema>;

/** Counts and checksums of everything in between; an archive without them was cut short. */
export const tailSchema = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  pictures: z.record(z.string(), z.string()),
});
export type ArchiveTail = z.infer<typeof tailSchema>;

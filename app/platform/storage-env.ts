import { z } from "zod";
import type { ObjectStorage } from "./media/object-store.ts";

const webAddress = z
  .url({ protocol: /^https?$/, error: "must be an address starting with http:// or https://" })
  .transform((value) => value.replace(/\/+$/, ""));

/** Where pictures are kept instead of in DATA_DIR: all of these but the last two, or none. */
export const storageVariables = {
  S3_ENDPOINT: webAddress.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/, "must be a bucket's plain name")
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_PUBLIC_URL: webAddress.optional(),
};

type StorageVariables = z.infer<z.ZodObject<typeof storageVariables>>;

const needed = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** Half a storage is none: names the first variable that is missing beside one that is there. */
export function checkStorage(env: StorageVariables, context: z.RefinementCtx): void {
  const given = Object.keys(storageVariables).find((name) => env[name as keyof StorageVariables]);
  const missing = needed.find((name) => env[name] === undefined);
  if (!given || !missing) return;
  context.addIssue({
    code: "custom",
    path: [missing],
    message: `must be set as well when ${given} is`,
  });
}

/** The storage that the environment names; undefined where pictures stay in DATA_DIR. */
export function storageOf(env: StorageVariables): ObjectStorage | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region = "us-east-1" } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}

import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import type { Mailer } from "./mailer.ts";
import { toMessage } from "./message.ts";

const extension = ".eml";
/** Who reads them does so soon; kept for ever they would be a second store of customers. */
const keptMilliseconds = 30 * 24 * 3_600_000;

/** Writes each mail as a file that mail programs open, for its owner's eyes alone: what a shop without SMTP has instead. */
export function createFolderMailer(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(toMessage(mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(path.join(folder, mail.name + extension), message as Buffer);
    },
    async sweep(isWanted) {
      const files = (await readdir(folder).catch(() => [])).filter((file) =>
        file.endsWith(extension),
      );
      const names = files.map((file) => path.basename(file, extension));
      const wanted = await isWanted(names);
      for (const name of names) {
        const file = path.join(folder, name + extension);
        if (!wanted.has(name) || (await isOld(file))) await rm(file, { force: true });
      }
    },
    close: () => transport.close(),
  };
}

async function writeWhole(file: string, content: Buffer): Promise<void> {
  const aside = `${file}.part`;
  const handle = await open(aside, "w", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(aside, file);
}

async function isOld(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > keptMilliseconds;
}

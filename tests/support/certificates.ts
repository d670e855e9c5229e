import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** Certificates in PEM in a folder, made by `openssl`: `<name>.crt` and `<name>.key`. */
export function certificatesIn(folder: string) {
  const openssl = (...args: string[]) => promisify(execFile)("openssl", args, { cwd: folder });
  return {
    async makeAuthority(name: string): Promise<void> {
      const files = ["-keyout", `${name}.key`, "-out", `${name}.crt`];
      await openssl("req", "-x509", ...newKey, ...files, "-subj", `/CN=${name}`, "-days", "2");
    },
    /** Signed by the authority; `extension` as in OpenSSL's configuration. */
    async makeCertificate(
      authority: string,
      name: string,
      subject: string,
      extension: string,
    ): Promise<void> {
      const request = ["-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", subject];
      await openssl("req", ...newKey, ...request);
      await writeFile(path.join(folder, `${name}.ext`), extension);
      const signing = ["-CA", `${authority}.crt`, "-CAkey", `${authority}.key`, "-days", "2"];
      const files = ["-in", `${name}.csr`, "-out", `${name}.crt`, "-extfile", `${name}.ext`];
      await openssl("x509", "-req", ...files, ...signing, "-CAcreateserial");
    },
  };
}

/** Returns whether a document is a CNPJ, by its length. */
export function isCompany(document: string): boolean {
  return document.replace(/[^\dA-Za-z]/g, "").length === 14;
}

/** '11222333000181' → '11.222.333/0001-81' */
export function formatCnpj(cnpj: string): string {
  return cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, "$1.$2.$3/$4-$5");
}

/** Whether a document is a CNPJ, by its length. */
export function isCompany(document: string): boolean {
  return document.replace(/[^\dA-Za-z]/g, "").length === 14;
}

/** Former addresses of the back office, which may be bookmarks or in mails, and where they lead. */
export const movedAdminPaths: Readonly<Record<string, string>> = {
  "/admin/a-receber": "/admin/receivables",
  "/admin/ajuda": "/admin/help",
  "/admin/caixa": "/admin/cash",
  "/admin/convite": "/admin/invitation",
  "/admin/tabelas": "/admin/price-tables",
  "/admin/vendas": "/admin/sales",
};

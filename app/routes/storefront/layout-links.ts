/** The links of header, side menu and footer, in the spec's words. */
export const mainLinks = [
  { to: "/", label: "Início" },
  { to: "/produtos", label: "Produtos" },
  { to: "/receitas", label: "Receitas" },
  { to: "/sobre", label: "Sobre" },
  { to: "/contato", label: "Contato" },
] as const;

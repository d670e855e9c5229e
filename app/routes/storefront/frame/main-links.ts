/** Links of header, side menu and footer; the labels are those of the spec. */
export const mainLinks = [
  { to: "/", label: "Início" },
  { to: "/produtos", label: "Produtos" },
  { to: "/receitas", label: "Receitas" },
  { to: "/sobre", label: "Sobre" },
  { to: "/contato", label: "Contato" },
] as const;

/** Every address a visitor can come to, by what it shows. */
export const publicPages = {
  home: "/",
  categories: "/produtos",
  pulps: "/produtos/polpas-de-frutas",
  fruits: "/produtos/frutas-congeladas",
  ice: "/produtos/gelo-saborizado",
  fish: "/produtos/pescados",
  "a product": "/produtos/polpas-de-frutas?produto=polpa-de-acai-100-g",
  search: "/busca",
  "quick order": "/pedido-rapido",
  "my orders": "/meus-pedidos",
  lists: "/lista",
  recipes: "/receitas",
  "a recipe": "/receitas?receita=moqueca-de-pescada-com-camarao",
  about: "/sobre",
  contact: "/contato",
  policies: "/politicas",
} as const;

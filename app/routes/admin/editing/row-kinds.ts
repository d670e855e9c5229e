/** The API path of a kind of rows, and the toasts of the error catalogue. */
export type EditedKind = {
  path: `/api/${string}`;
  created: string;
  createFailed: string;
  updated: string;
  updateFailed: string;
};

export type RowKind = EditedKind & {
  deleted: string;
  deleteFailed: string;
  /** The spec's confirmation question. */
  deleteQuestion: string;
};

export const productKind: RowKind = {
  path: "/api/products",
  created: "Produto criado",
  createFailed: "Erro ao criar produto",
  updated: "Produto atualizado",
  updateFailed: "Erro ao atualizar produto",
  deleted: "Produto excluído",
  deleteFailed: "Erro ao excluir produto",
  deleteQuestion: "Tem certeza que deseja excluir este produto?",
};

export const recipeKind: RowKind = {
  path: "/api/recipes",
  created: "Receita criada",
  createFailed: "Erro ao criar receita",
  updated: "Receita atualizada",
  updateFailed: "Erro ao atualizar receita",
  deleted: "Receita excluída",
  deleteFailed: "Erro ao excluir receita",
  deleteQuestion: "Tem certeza que deseja excluir esta receita?",
};

/** The four categories are fixed and never created here. */
export const categoryKind: EditedKind = {
  path: "/api/categories",
  created: "Categoria atualizada",
  createFailed: "Erro ao atualizar categoria",
  updated: "Categoria atualizada",
  updateFailed: "Erro ao atualizar categoria",
};

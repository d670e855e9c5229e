/** What is printed of a day on A4, by the parameter `folha`. */
export const printSheets = {
  separar: "Lista de separação",
  romaneios: "Romaneios, um por cliente",
  rota: "Folha da rota",
} as const;
export type PrintSheet = keyof typeof printSheets;

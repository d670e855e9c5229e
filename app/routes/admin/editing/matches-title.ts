/** A search by title that minds neither case nor accents: 'acai' finds 'Açaí'. Empty text finds all. */
export function matchesTitle(text: string): (row: { title: string }) => boolean {
  const wanted = plain(text);
  return ({ title }) => plain(title).includes(wanted);
}

function plain(text: string): string {
  return text
    .trim()
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
}

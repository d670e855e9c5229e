import { plainText } from "#app/domain/catalogue/search.ts";

/** Words of greetings and requests around an order. None names a product. */
const courtesies = new Set(
  (
    "oi oie oii oiii ola opa alo eai bom boa dia tarde noite tudo bem joia certo td blz beleza ok okay sim nao obrigado obrigada " +
    "obg brigado brigada valeu vlw grato grata agradeco abraco abracos bjs beijos favor fav pf pfv pfvr gentileza quero " +
    "queria gostaria preciso precisando vou vamos querer manda mande mandar me mim pra para por pode podem poderia podia separa separar " +
    "separe ve ver vê anota anotar anote pedido pedir hoje amanha segue lista meu minha nosso nossa entao ai ae tambem tbm mais e " +
    "a o os as de do da que eh ne seu sua com licenca aqui la por gentileza amigo amiga querido querida moco moca senhor senhora " +
    "dona fico aguardo aguardando perfeito combinado otimo show top isso so somente fazer gente pessoal kkk kkkk rs rsrs haha"
  ).split(" "),
);

/** The line without a greeting or request before and after the order; empty if nothing else is said. */
export function stripCourtesy(line: string): string {
  const pieces = line.split(/\s+/).filter(Boolean);
  const isCourtesy = (piece: string | undefined) => {
    const word = plainText(piece ?? "").replace(/[^\p{L}\d]/gu, "");
    return word === "" ? !/\d/.test(piece ?? "") : courtesies.has(word);
  };
  const start = pieces.findIndex((piece) => !isCourtesy(piece));
  if (start < 0) return "";
  const end = pieces.findLastIndex((piece) => !isCourtesy(piece));
  return pieces.slice(start, end + 1).join(" ");
}

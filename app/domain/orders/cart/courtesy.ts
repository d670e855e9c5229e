/**
 * Words around an order that do not change it: a closed list, in the form of `foldText`. A word is in it only if a line means the
 * same without it. Negations, conditions, corrections and dates are never in it: their lines are questions.
 */
const courtesies = [
  // Greetings.
  "oi+e?",
  "ola",
  "opa",
  "alo",
  "bo[ma] (?:dia|tarde|noite)",
  // The question mark belongs to the greeting, and asks nothing about the order.
  "(?:tudo|td) (?:bem|bom|certo|joia)(?: com (?:voces?|vcs?))?(?:\\s*\\?+)?",
  "pessoal",
  "gente",
  "(?:meu |minha )?(?:amig|querid|moc|senhor)[oa]s?",
  "senhor",
  // Thanks.
  "(?:muito )?(?:obrigad|brigad|grat)[oa]",
  "obg",
  "valeu",
  "vlw",
  "agradeco",
  "(?:um )?(?:abracos?|abs|beijos?|bjs)",
  // Requests.
  "por (?:favor|gentileza)",
  "pfvr?",
  "pf",
  "(?:eu )?(?:quero|queria|vou querer)",
  "(?:eu )?(?:gostaria|preciso|vou precisar)(?: de)?",
  "(?:fazer|anotar?|segue|mandar?|passar?) (?:o |um |meu |nosso )?pedido",
  "(?:o |meu |nosso )?pedido",
  "(?:segue )?(?:a |minha |nossa )lista",
  "segue",
  "(?:voces? )?(?:pode|podem|poderia|poderiam)(?: me)? (?:mandar|separar|anotar|ver|trazer)",
  "(?:me )?(?:manda|mande|mandem|separa|separe|separem|anota|anote|anotem)(?: a[ie])?",
  "me (?:ve|veja|traz|traga)(?: a[ie])?",
  "(?:pra|para) (?:mim|nos|gente|a gente)",
  // Confirmations.
  "ok",
  "okay",
  "blz",
  "beleza",
  "certo",
  "sim",
  "(?:so |e |somente )?isso(?: mesmo| ai)?",
  "perfeito",
  "combinado",
  "otimo",
  "show",
  "k{3,}",
  "rs(?:rs)*",
  "(?:ha){2,}h?",
];

export const courtesyPattern = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${courtesies.join("|")})(?![\p{L}\d])`.replaceAll(
    " ",
    String.raw`\s+`,
  ),
  "gu",
);

/** Words that can reverse a line: they are part of a product's name only as a whole word of its title, and never of an alias. */
export const reversals: ReadonlySet<string> = new Set(
  (
    "nao nem sem nada nenhum nenhuma jamais nunca menos exceto se caso talvez ate so somente apenas mas porem ou quase " +
    "cancela cancele cancelar cancelado tira tire tirar troca troque trocar retira retire retirar esquece desconsidera"
  ).split(" "),
);

/** Emojis that say nothing about the order: foods, smiles, hearts, thanks and approval. "❌" and "👎" do. */
export const friendlyEmoji = new RegExp(
  "(?:[\\u{1F32D}-\\u{1F37F}\\u{1F950}-\\u{1F96F}\\u{1F9C0}-\\u{1F9CB}\\u{1FAD0}-\\u{1FADB}\\u{1F600}-\\u{1F60E}\\u{1F642}\\u{1F917}\\u{1F929}" +
    "\\u{1F970}\\u{1F973}\\u2764\\u{1F493}-\\u{1F49F}\\u{1F9E1}\\u{1F64F}\\u{1F44B}-\\u{1F44D}\\u{1F44F}\\u{1F64C}\\u{1F91D}\\u{1F4AA}\\u270C" +
    "\\u2600\\u{1F31E}\\u2705\\u2714\\u2611\\u{1F6D2}\\u{1F4E6}\\u{1F4DD}\\u{1F4CB}\\u{1F69A}\\u{1F6F5}]" +
    "[\\uFE0F\\u200D\\u{1F3FB}-\\u{1F3FF}]*)+",
  "gu",
);

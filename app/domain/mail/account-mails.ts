import { type Piece, toHtml, toText } from "./order-mails.ts";

export type AccountLetter = { subject: string; text: string; html: string };

/** Warns the administrator that a client with the right password sends wrong second-factor codes. */
export function wrongCodesLetter(now: Date): AccountLetter {
  const instant = new Intl.DateTimeFormat("pt-BR", {
    dateStyle: "short",
    timeStyle: "short",
    timeZone: "America/Sao_Paulo",
  });
  const subject = "Cinco códigos errados ao entrar na administração";
  const pieces: Piece[] = [
    {
      kind: "paragraph",
      lines: [
        `Até ${instant.format(now).replace(",", " às")}, alguém digitou a senha certa da administração e cinco códigos errados da verificação em duas etapas.`,
      ],
    },
    {
      kind: "paragraph",
      lines: [
        "Ninguém entrou. Novas tentativas em aparelhos desconhecidos ficam suspensas por um tempo.",
      ],
    },
    {
      kind: "paragraph",
      lines: ["Se não foi você, troque a senha em Conta: quem tentou já sabe a atual."],
    },
  ];
  return { subject, text: toText(pieces), html: toHtml(subject, pieces) };
}

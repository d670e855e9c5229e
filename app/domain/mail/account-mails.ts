import { type MailBlock, toHtml, toText } from "./mail-body.ts";

export type AccountMail = { subject: string; text: string; html: string };

/** Warns the administrator that a client with the right password sends wrong second-factor codes. */
export function wrongCodesLetter(now: Date): AccountMail {
  const instant = new Intl.DateTimeFormat("pt-BR", {
    dateStyle: "short",
    timeStyle: "short",
    timeZone: "America/Sao_Paulo",
  });
  const subject = "Cinco códigos errados ao entrar na administração";
  const blocks: MailBlock[] = [
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
  return { subject, text: toText(blocks), html: toHtml(subject, blocks) };
}

/** One mail, to be sent whole or not at all. Texts may hold anything: what forms a header is encoded on the way. */
export type Mail = {
  /** The same for each attempt at the same mail: it names the file and becomes the Message-ID. */
  name: string;
  /** As an address is written, or in its parts. */
  from: string | Correspondent;
  to: Correspondent[];
  replyTo: Correspondent;
  subject: string;
  text: string;
  html: string;
};

type Correspondent = { name: string; address: string };

/** What sends mail. */
export type Mailer = {
  /** Resolves once the mail is somebody else's care; throws a MailRefusal, or whatever kept it from going out. */
  send(mail: Mail): Promise<void>;
  /** Removes what is kept here of mails that `isWanted` no longer wants; nothing where mail leaves the machine. */
  sweep(isWanted: (names: string[]) => Promise<Set<string>>): Promise<void>;
  close(): void;
};

/** This mail will never be taken, however often one tries: its address is none. `code` is the server's answer. */
export class MailRefusal extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`the mail server refuses the recipient (${code})`);
    this.code = code;
  }
}

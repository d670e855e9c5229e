import { SMTPServer } from "smtp-server";

/** A mail as the server received it. */
type Received = { to: string[]; source: string };

/** A mail server on `port` of loopback, 0 for a free one; `rejects` selects the recipients to reject. */
export async function startMailServer({
  port = 0,
  rejects = () => false,
}: {
  port?: number;
  rejects?: (address: string) => boolean;
} = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    // A machine without a name server waits seconds for the name of each client.
    disableReverseLookup: true,
    closeTimeout: 200,
    onRcptTo({ address }, _session, done) {
      if (!rejects(address)) return done();
      done(Object.assign(new Error(`no such user: ${address}`), { responseCode: 550 }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, source: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  // Errors of disconnected clients are irrelevant.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

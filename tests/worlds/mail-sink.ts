import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** What the sink does with the next mail. `cut`: the line goes in the middle of it; `mute`: it is taken in full, and the line goes. */
export type Manner = 'take' | 'busy' | 'refuse' | 'cut' | 'mute';

export interface MailSink {
  readonly url: string;
  /** Mails taken in full, in order. */
  readonly mails: readonly Email[];
  /** For the mails to come, one each; then they are taken. */
  readonly manners: Manner[];
  /** Lines cut so far. */
  cuts(): number;
  stop(): Promise<void>;
}

/** A real SMTP server on a port of this machine. */
export async function startMailSink(): Promise<MailSink> {
  const mails: Email[] = [];
  const manners: Manner[] = [];
  const lines = new Map<string, { destroy(): void }>();
  let cuts = 0;
  const cut = (session: SMTPServerSession) => {
    cuts += 1;
    lines.get(session.id)?.destroy();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect(session, done) {
      const connection = [...server.connections].find(({ session: one }) => one?.id === session.id);
      if (connection?._socket !== undefined) lines.set(session.id, connection._socket);
      done();
    },
    onData(stream, session, done) {
      const manner = manners.shift() ?? 'take';
      if (manner === 'cut') {
        stream.once('data', () => cut(session));
        stream.resume();
        return;
      }
      read(stream).then(
        async (bytes) => {
          if (manner === 'busy') return done(Object.assign(new Error('later, ada@example.org'), { responseCode: 451 }));
          if (manner === 'refuse')
            return done(Object.assign(new Error('never, ada@example.org'), { responseCode: 550 }));
          mails.push(await PostalMime.parse(bytes));
          if (manner === 'mute') return cut(session);
          return done();
        },
        () => undefined,
      );
    },
  }) as SMTPServer & { readonly connections: Set<{ session?: { id: string }; _socket?: { destroy(): void } }> };
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    manners,
    cuts: () => cuts,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function read(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

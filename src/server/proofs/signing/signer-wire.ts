import { hash } from 'node:crypto';
import type { Socket } from 'node:net';
import { relative } from 'node:path';
import { z } from 'zod';
import type { ProofDocument } from '#domain/proofs/documents.ts';
import { KEY_USES } from '../keys/key-list.ts';
import { SIGNABLE_CONTEXTS } from './signable.ts';
import type { StoredDocument } from '../keys/store-keys.ts';

/** A line longer than this is no question of ours, characters. */
const LONGEST_LINE = 1 << 20;
/** A signature, as hex. */
export const sigWire = z.string().regex(/^[0-9a-f]{128}$/);

const documentWire = z.record(z.string(), z.unknown()).transform((document) => document as ProofDocument);

/** A signed document on the line. */
export const signedWire = z
  .strictObject({ doc: documentWire, sig: sigWire })
  .transform(({ doc, sig }): StoredDocument => ({ doc, sig: Buffer.from(sig, 'hex') }));

export function toSignedWire({ doc, sig }: StoredDocument): { readonly doc: ProofDocument; readonly sig: string } {
  return { doc, sig: sig.toString('hex') };
}

export const keysWire = z.array(z.strictObject({ id: z.string(), pub: z.string(), use: z.enum(KEY_USES) }));

const no = z.int();

/** What may be asked: one line of JSON each. There is no way to have bytes signed. */
export const questionWire = z.discriminatedUnion('ask', [
  z.strictObject({ no, ask: z.literal('keys') }),
  z.strictObject({
    no,
    ask: z.literal('sign'),
    context: z.enum(SIGNABLE_CONTEXTS),
    document: documentWire,
  }),
  z.strictObject({
    no,
    ask: z.literal('manifest'),
    last: signedWire.nullable(),
    now: z.int(),
    from: z.int(),
    rotation: z.strictObject({ uses: z.array(z.enum(KEY_USES)).min(1), lost: z.boolean() }).nullable(),
  }),
]);
export type Question = z.output<typeof questionWire>;
/** A question as it is written. */
export type Asked = z.input<typeof questionWire>;

/** One line for each question, by its number, in any order. */
export const answerWire = z.union([
  z.strictObject({ no, value: z.unknown() }),
  z.strictObject({ no, refused: z.string() }),
]);
export type Answer = z.output<typeof answerWire>;

/** Calls `told` with each line that comes. A peer that sends more than a line may hold loses its connection. */
export function onLines(socket: Socket, told: (line: string) => void): void {
  let rest = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) told(line);
    if (rest.length > LONGEST_LINE) socket.destroy();
  });
}

/** The longest path that a Unix socket may have on every system, bytes, with room for the name it is made under. */
export const LONGEST_ADDRESS = 90;

/** How a system calls the socket of a path. From the working folder where that is shorter: a socket's name has little room. */
export function addressOf(path: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\tikvo-${hash('sha256', path).slice(0, 32)}`;
  const near = relative(process.cwd(), path);
  return near.length < path.length ? near : path;
}

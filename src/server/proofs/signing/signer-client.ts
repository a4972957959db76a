import { createConnection, type Socket } from 'node:net';
import { z } from 'zod';
import type { ProofDocument } from '#domain/proofs/documents.ts';
import type { PublicKey } from '../keys/key-list.ts';
import type { SignableContext } from './signable.ts';
import { SignerAway, SignerRefused, type ManifestWanted, type Signer } from './signer.ts';
import {
  addressOf,
  answerWire,
  keysWire,
  onLines,
  signedWire,
  sigWire,
  toSignedWire,
  type Answer,
  type Asked,
} from './signer-wire.ts';
import type { StoredDocument } from '../keys/store-keys.ts';

/** A signer that takes longer is away, ms: the database ends a transaction that is still for ten seconds. */
const PATIENCE_MS = 3_000;

interface Waiting {
  readonly told: (answer: Answer) => void;
  readonly lost: (error: SignerAway) => void;
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'no'> : never;

/**
 * The signer of another process, asked over its socket. Connects when it is asked and again after a loss; keeps no process alive by itself.
 * Every question that is open when the connection ends throws SignerAway: the caller does not know whether it was signed, and asks again.
 */
export class SignerClient implements Signer {
  readonly #path: string;
  readonly #patienceMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #socket: Socket | null = null;
  #last = 0;

  constructor(path: string, { patienceMs = PATIENCE_MS } = {}) {
    this.#path = path;
    this.#patienceMs = patienceMs;
  }

  async keys(): Promise<readonly PublicKey[]> {
    return keysWire.parse(await this.#ask({ ask: 'keys' }));
  }

  async sign(context: SignableContext, document: ProofDocument): Promise<Buffer> {
    return Buffer.from(sigWire.parse(await this.#ask({ ask: 'sign', context, document })), 'hex');
  }

  async manifest({ last, now, from, rotation }: ManifestWanted): Promise<StoredDocument | 'no-root'> {
    const answer = await this.#ask({
      ask: 'manifest',
      last: last === null ? null : toSignedWire(last),
      now,
      from,
      rotation: rotation === null ? null : { uses: [...rotation.uses], lost: rotation.lost },
    });
    return z.union([z.literal('no-root'), signedWire]).parse(answer);
  }

  async #ask(question: Unnumbered<Asked>): Promise<unknown> {
    const no = (this.#last += 1);
    const socket = this.#connected();
    const answer = await new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => this.#lose(socket, new Error('no answer in time')), this.#patienceMs);
      const ended = () => {
        clearTimeout(timer);
        this.#waiting.delete(no);
      };
      this.#waiting.set(no, {
        told: (told) => {
          ended();
          resolve(told);
        },
        lost: (error) => {
          ended();
          reject(error);
        },
      });
      socket.write(`${JSON.stringify({ no, ...question })}\n`);
    });
    if ('refused' in answer) throw new SignerRefused(answer.refused);
    return answer.value;
  }

  #connected(): Socket {
    if (this.#socket !== null) return this.#socket;
    const socket = createConnection(addressOf(this.#path)).unref();
    this.#socket = socket;
    onLines(socket, (line) => this.#told(socket, line));
    socket.on('error', (error) => this.#lose(socket, error));
    socket.once('close', () => this.#lose(socket));
    return socket;
  }

  #told(socket: Socket, line: string): void {
    try {
      const answer = answerWire.parse(JSON.parse(line));
      this.#waiting.get(answer.no)?.told(answer);
    } catch (error) {
      this.#lose(socket, error);
    }
  }

  #lose(socket: Socket, cause?: unknown): void {
    socket.destroy();
    if (this.#socket !== socket) return;
    this.#socket = null;
    const error = new SignerAway(this.#path, { cause });
    for (const { lost } of this.#waiting.values()) lost(error);
  }
}

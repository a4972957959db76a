import { createConnection, type Socket } from 'node:net';
import { addressOf, answerWire, onLines, type Answer } from './lines.ts';

/** A peer that takes longer is away, ms: the database ends a transaction that is still for ten seconds. */
const PATIENCE_MS = 3_000;

/** What is thrown where nobody answers. */
type Away = (path: string, options: ErrorOptions) => Error;

interface Waiting {
  readonly told: (answer: Answer) => void;
  readonly lost: (error: Error) => void;
}

/**
 * Asks another process over its socket, one line a question. Connects when it is asked and again after a loss; keeps no process alive by
 * itself. Every question that is open when the connection ends throws what `away` makes: the caller does not know whether it was done.
 */
export class LineClient {
  readonly #path: string;
  readonly #patienceMs: number;
  readonly #away: Away;
  readonly #waiting = new Map<number, Waiting>();
  #socket: Socket | null = null;
  #last = 0;

  constructor(path: string, parts: { readonly away: Away; readonly patienceMs?: number | undefined }) {
    this.#path = path;
    this.#away = parts.away;
    this.#patienceMs = parts.patienceMs ?? PATIENCE_MS;
  }

  async ask(question: object): Promise<Answer> {
    const no = (this.#last += 1);
    const socket = this.#connected();
    return new Promise<Answer>((resolve, reject) => {
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
    const error = this.#away(this.#path, { cause });
    for (const { lost } of this.#waiting.values()) lost(error);
  }
}

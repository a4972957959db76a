import { sizeText } from './room.ts';

const EVERY_MS = 3_000;

/** Says every few seconds how much is copied, of about how much. */
export class Progress {
  readonly #total: number;
  readonly #say: (line: string) => void;
  #done = 0;
  #saidAt = Date.now();

  constructor({ total, say }: { readonly total: number; readonly say: (line: string) => void }) {
    this.#total = total;
    this.#say = say;
  }

  add(bytes: number): void {
    this.#done += bytes;
    if (Date.now() - this.#saidAt < EVERY_MS) return;
    this.#saidAt = Date.now();
    this.#say(`  ${sizeText(this.#done)} of about ${sizeText(this.#total)}`);
  }
}

import type { PredictionWire, TickMessage } from '#protocol/trading.ts';
import { newIdempotencyKey } from '#web/api/idempotency-key.ts';
import { type Demo, Refused } from './demo.ts';
import { write, type Words } from './words.ts';

const POLL_MS = 500;
/** What a result may take over its time before it is asked for less often. */
const HURRY_MS = 20_000;
const SLOW_POLL_MS = 3_000;

type Direction = PredictionWire['direction'];

interface Terms {
  readonly pair: string;
  readonly durationSec: number;
  readonly stake: number;
  readonly places: number;
}

/** The card that predicts: `data-play` says where it stands (idle, placing, open, done), its parts are shown by that. */
export class PlayCard {
  readonly #box: HTMLElement;
  readonly #chart: HTMLElement | null;
  readonly #words: Words;
  readonly #demo: Demo;
  readonly #terms: Terms;
  #payout: number;
  #price: number | null = null;
  /** Between the clock of the server and the one here, ms. */
  #ahead = 0;
  #key: { readonly direction: Direction; readonly text: string } | null = null;

  constructor(
    box: HTMLElement,
    parts: { readonly words: Words; readonly demo: Demo; readonly chart: HTMLElement | null },
  ) {
    this.#box = box;
    this.#words = parts.words;
    this.#demo = parts.demo;
    this.#chart = parts.chart;
    const { pair = '', sec, stake, places, payout } = box.dataset;
    this.#terms = { pair, durationSec: Number(sec), stake: Number(stake), places: Number(places) };
    this.#payout = Number(payout);
    box.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault();
      const pressed = (event as SubmitEvent).submitter?.dataset['direction'];
      if (box.dataset['play'] === 'idle' && (pressed === 'UP' || pressed === 'DOWN')) void this.#predict(pressed);
    });
    box.querySelector('[data-again]')?.addEventListener('click', () => this.#again());
  }

  /** A price that came in. */
  onTick(tick: TickMessage): void {
    this.#price = tick.price;
    this.#ahead = tick.time - Date.now();
  }

  async #predict(direction: Direction): Promise<void> {
    // What was not answered is asked again by its own key: it is placed once.
    const key = this.#key?.direction === direction ? this.#key : { direction, text: newIdempotencyKey() };
    this.#key = key;
    this.#box.dataset['direction'] = direction;
    this.#show('placing');
    const { pair, durationSec, stake } = this.#terms;
    const body = { pair, direction, stake: String(stake), durationSec, payout: this.#payout };
    try {
      const placed = await this.#demo.place(body, key.text);
      this.#key = null;
      await this.#follow(placed);
    } catch (error) {
      if (error instanceof Refused) this.#key = null;
      this.#refuse(error);
    }
  }

  #refuse(error: unknown): void {
    const payout = error instanceof Refused ? error.details['payout'] : undefined;
    if (typeof payout === 'number') {
      this.#payout = payout;
      write(this.#box, 'gain', this.#words.money(this.#terms.stake * payout, true));
    }
    this.#chart?.removeAttribute('data-mark');
    this.#show('idle');
    write(this.#box, 'note', error instanceof Refused ? error.message : (this.#box.dataset['offline'] ?? ''));
  }

  async #follow(placed: PredictionWire): Promise<void> {
    let prediction = placed;
    const clock = setInterval(() => this.#draw(prediction), 200);
    try {
      while (prediction.outcome === null && prediction.status !== 'VOID') {
        this.#draw(prediction);
        await new Promise((resolve) => setTimeout(resolve, this.#pause(prediction)));
        prediction = await this.#demo.prediction(placed.id).catch(() => prediction);
      }
    } finally {
      clearInterval(clock);
    }
    this.#end(prediction);
  }

  #left({ expiresAt }: PredictionWire): number | null {
    return expiresAt === null ? null : Date.parse(expiresAt) - Date.now() - this.#ahead;
  }

  /** Nothing happens before the end: the server is asked when there is something to say. */
  #pause(prediction: PredictionWire): number {
    const left = this.#left(prediction);
    if (left === null) return POLL_MS;
    return left < -HURRY_MS ? SLOW_POLL_MS : Math.max(POLL_MS, left + 100);
  }

  #draw(prediction: PredictionWire): void {
    const { entry } = prediction;
    const left = this.#left(prediction);
    if (entry === null || left === null) return;
    if (this.#chart !== null) this.#chart.dataset['mark'] = String(entry.price);
    write(this.#box, 'entry', this.#words.price(entry.price, this.#terms.places));
    write(this.#box, 'left', this.#words.countdown(left));
    const passed = Math.min(1, Math.max(0, 1 - left / (prediction.durationSec * 1000)));
    this.#box.style.setProperty('--passed', String(passed));
    const now = this.#outcomeAt(prediction, this.#price ?? entry.price);
    write(this.#box, 'now', this.#words.money(now, true));
    this.#box.dataset['lead'] = now > 0 ? 'up' : now < 0 ? 'down' : 'same';
    if (this.#box.dataset['play'] !== 'open') this.#show('open');
  }

  #outcomeAt({ entry, direction, stake, payout }: PredictionWire, price: number): number {
    const change = entry === null ? 0 : price - entry.price;
    if (change === 0) return 0;
    return change > 0 === (direction === 'UP') ? stake * payout : -stake;
  }

  #end(prediction: PredictionWire): void {
    const { entry, exit, outcome, profit } = prediction;
    const result = { WIN: 'won', LOSE: 'lost', TIE: 'same', SOLD: 'same', VOID: 'void' }[outcome ?? 'VOID'];
    this.#chart?.removeAttribute('data-mark');
    this.#box.dataset['result'] = result;
    write(this.#box, 'profit', this.#words.money(profit ?? 0, true));
    const price = (mark: PredictionWire['entry']) =>
      mark === null ? '–' : this.#words.price(mark.price, this.#terms.places);
    write(this.#box, 'entry', price(entry));
    write(this.#box, 'exit', price(exit));
    const receipt = this.#box.querySelector<HTMLAnchorElement>('[data-receipt]');
    if (receipt !== null) receipt.href = `${receipt.dataset['receipt']}?id=${encodeURIComponent(prediction.id)}`;
    this.#show('done');
  }

  #again(): void {
    write(this.#box, 'note', this.#box.dataset['idle'] ?? '');
    this.#show('idle');
  }

  /** Shows a part, leaves the keyboard where the part before had it, and says it to those who listen. */
  #show(state: 'idle' | 'placing' | 'open' | 'done'): void {
    const hadFocus = this.#box.contains(document.activeElement);
    this.#box.dataset['play'] = state;
    const part = this.#box.querySelector<HTMLElement>(`[data-part~=${state}]`);
    if (hadFocus && part !== null && !part.contains(document.activeElement)) part.focus({ preventScroll: true });
    const said = [...(part?.querySelectorAll<HTMLElement>('[data-say]') ?? [])].filter((one) => one.checkVisibility());
    write(this.#box, 'status', said.map((one) => one.textContent).join(' '));
  }
}

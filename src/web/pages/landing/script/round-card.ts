import type { RoundWire } from '#protocol/exchange.ts';
import { write, type Words } from './words.ts';

const REFRESH_MS = 10_000;

/** The round that is under way and ends next; else the one that starts next. */
export function roundToShow(rounds: readonly RoundWire[], now: number): RoundWire | null {
  const open = rounds.filter(({ status, cutOffAt }) => status === 'OPEN' && Date.parse(cutOffAt) > now);
  const running = open.filter(({ startsAt, target }) => Date.parse(startsAt) <= now && target !== null);
  const by = (a: RoundWire, b: RoundWire) => Date.parse(a.endsAt) - Date.parse(b.endsAt);
  return running.toSorted(by)[0] ?? null;
}

/** Keeps the card of the round up to date while it is seen. */
export function followRound(box: HTMLElement, parts: { readonly host: string; readonly words: Words }): void {
  const { words, host } = parts;
  let round: RoundWire | null = null;
  let isSeen = false;
  const draw = () => {
    const now = Date.now();
    if (round !== null && Date.parse(round.cutOffAt) <= now) round = null;
    box.toggleAttribute('data-none', round === null);
    const { up = null, target = null, cutOffAt = null } = round ?? {};
    const { bid = null, ask = null, mid = null } = up ?? {};
    const places = Number(box.dataset['places']);
    write(box, 'target', target === null ? '–' : words.price(target, places));
    write(box, 'chance', mid === null ? '–' : words.percent(mid));
    write(box, 'up', ask === null ? '–' : words.money(ask));
    write(box, 'down', bid === null ? '–' : words.money(1 - bid));
    write(box, 'ends', cutOffAt === null ? '–' : words.countdown(Date.parse(cutOffAt) - now));
    box.style.setProperty('--chance', String(mid ?? 0));
  };
  const ask = async () => {
    if (!isSeen || document.hidden) return;
    const answer = await fetch(`${host}/api/v2/trade/rounds?pair=${box.dataset['round']}`).catch(() => null);
    if (answer?.ok !== true) return;
    const { items } = (await answer.json()) as { items: RoundWire[] };
    round = roundToShow(items, Date.now());
    draw();
  };
  new IntersectionObserver((entries) => {
    const was = isSeen;
    isSeen = entries.at(-1)?.isIntersecting ?? false;
    if (isSeen && !was) void ask();
  }).observe(box);
  setInterval(() => void ask(), REFRESH_MS);
  setInterval(() => isSeen && draw(), 1_000);
}

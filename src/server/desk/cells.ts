import type { Usdt } from '#domain/money.ts';
import { moneyWords, toIso } from '#protocol/codecs.ts';
import type { Cell, CellTone, OfficeLine } from '#protocol/office/cells.ts';
import type { DeskId } from '#protocol/office/desks.ts';

/** A text; null where there is none. */
export function text(value: string | null): Cell {
  return value === null || value === '' ? null : { t: 'text', v: value };
}

/** A text that stands out: the name of a row. */
export function strong(value: string): Cell {
  return { t: 'text', v: value, strong: true };
}

/** An id, a hash or a reference. */
export function code(value: string | null): Cell {
  return value === null ? null : { t: 'code', v: value };
}

/** An amount of 10^-6. `tone`: it is a gain or a loss. */
export function money(amount: Usdt | null, tone?: CellTone): Cell {
  return amount === null ? null : { t: 'money', v: moneyWords(amount), ...(tone === undefined ? {} : { tone }) };
}

export function number(value: number | bigint | null): Cell {
  return value === null ? null : { t: 'number', v: String(value) };
}

/** A time, ms. */
export function time(at: number | null): Cell {
  return at === null ? null : { t: 'time', v: toIso(at) };
}

/** Words that names of the code shorten or write small. */
const WORDS: Readonly<Record<string, string>> = { mm: 'maker', pnl: 'result', api: 'API', id: 'ID' };

/** `NAME_DIFFERS` or `name_differs` as `Name differs`, `MM_EXPENSE` as `Maker expense`. */
export function sentence(word: string): string {
  return capital(
    word
      .toLowerCase()
      .split('_')
      .map((part) => WORDS[part] ?? part)
      .join(' '),
  );
}

function capital(words: string): string {
  return `${words.slice(0, 1).toLocaleUpperCase('en')}${words.slice(1)}`;
}

/** A state in a word, with a capital first. */
export function chip(value: string, tone: CellTone = 'plain'): Cell {
  return { t: 'chip', v: capital(value), tone };
}

/** Leads to a record of a desk. */
export function recordLink(desk: DeskId, id: string, label: string): Cell {
  return { t: 'record', desk, id, v: label };
}

export function line(label: string, value: Cell): OfficeLine {
  return { label, value };
}

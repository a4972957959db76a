import { stringify } from 'csv-stringify/sync';
import type { Spreadsheet } from '#protocol/codecs.ts';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import type { PredictionWire } from '#protocol/trading.ts';

const STRICT_NUMBER = /^-?\d+(\.\d+)?$/;
const UTF8_MARK = '\uFEFF';

/** How a CSV is written. */
export interface CsvForm {
  /** What it begins with. */
  readonly mark: string;
  readonly separator: string;
  readonly decimal: string;
}

/** Programs get no mark. A spreadsheet takes the text for UTF-8 by its mark, and wants the decimal sign of its own language. */
export function csvForm(spreadsheet: Spreadsheet | undefined): CsvForm {
  if (spreadsheet === 'comma') return { mark: UTF8_MARK, separator: ';', decimal: ',' };
  return { mark: spreadsheet === undefined ? '' : UTF8_MARK, separator: ',', decimal: '.' };
}

/** What each column of an export shows, in order. */
export type Columns<T> = Readonly<Record<string, (one: T) => string>>;

/** Own predictions for spreadsheets. */
export const PREDICTION_COLUMNS: Columns<PredictionWire> = {
  id: (one) => one.id,
  admitted_at: (one) => one.admittedAt,
  pair: (one) => one.pair,
  direction: (one) => one.direction,
  stake: (one) => one.stakeStr,
  payout: (one) => String(one.payout),
  duration_sec: (one) => String(one.durationSec),
  status: (one) => one.status,
  outcome: (one) => one.outcome ?? '',
  void_reason: (one) => one.voidReason ?? '',
  entry_time: (one) => one.entry?.time ?? '',
  entry_price: (one) => (one.entry === null ? '' : String(one.entry.price)),
  expires_at: (one) => one.expiresAt ?? '',
  exit_time: (one) => one.exit?.time ?? '',
  exit_price: (one) => (one.exit === null ? '' : String(one.exit.price)),
  credit: (one) => one.creditStr ?? '',
  profit: (one) => one.profitStr ?? '',
  realm: (one) => one.realm,
};

/** Own scheduled entries for spreadsheets. */
export const SCHEDULED_COLUMNS: Columns<ScheduledWire> = {
  id: (one) => one.id,
  placed_at: (one) => one.placedAt,
  pair: (one) => one.pair,
  direction: (one) => one.direction,
  stake: (one) => one.stakeStr,
  duration_sec: (one) => String(one.durationSec),
  min_payout: (one) => String(one.minPayout),
  at: (one) => one.at ?? '',
  price: (one) => one.priceStr ?? '',
  crosses: (one) => one.crosses ?? '',
  expires_at: (one) => one.expiresAt,
  status: (one) => one.status,
  reason: (one) => one.reason ?? '',
  prediction_id: (one) => one.predictionId ?? '',
  ended_at: (one) => one.endedAt ?? '',
  realm: (one) => one.realm,
};

/** Rows as CSV. Cells that begin like a formula get an apostrophe, unless they are plain numbers. */
export function csvText(rows: readonly (readonly string[])[], { mark, separator, decimal }: CsvForm): string {
  const text = stringify(rows as string[][], {
    delimiter: separator,
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    cast: {
      string: (value) =>
        STRICT_NUMBER.test(value)
          ? { value: value.replace('.', decimal), escape_formulas: false }
          : { value, escape_formulas: true },
    },
  });
  return mark + text;
}

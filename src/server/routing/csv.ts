import { stringify } from 'csv-stringify/sync';
import type { Spreadsheet } from '#protocol/codecs.ts';

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

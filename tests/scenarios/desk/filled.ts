/** The person who has one in 50 of all rows of people: the page of somebody with much behind them. */
export const BUSY = 7;

/** Columns with what each holds for the i-th row. */
type Columns = Readonly<Record<string, string>>;
export interface Filled {
  readonly table: string;
  readonly columns: Columns;
  /** Of which i; all unless said. */
  readonly where?: string;
}

/** Rows of a table. */
export const on = (columns: Columns, table: string, where?: string): Filled => ({
  table,
  columns,
  ...(where === undefined ? {} : { where }),
});

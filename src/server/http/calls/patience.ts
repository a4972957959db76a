import type { Endpoint } from '#protocol/endpoint.ts';
import { PATIENCE_MS } from '#server/net/in-time.ts';

/** As long as screens wait for a file: one of 20,000 rows, or of a day of ticks, may take more than any page. */
const FILE_PATIENCE_MS = 120_000;

/** How long an answer of an endpoint is waited for, ms. */
export function patienceOf({ csv }: Pick<Endpoint, 'csv'>, { wantsCsv }: { readonly wantsCsv: boolean }): number {
  return wantsCsv || csv === 'file' ? FILE_PATIENCE_MS : PATIENCE_MS;
}

import { chip, number, strong, text } from '#server/desk/cells.ts';
import type { DeskSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import { editorCalibrations, type CalibrationParts } from '../calibration/calibration.ts';

/** Says even always. */
const COIN = 0.25;

/** What became of the markets of each editor, who sent them to review: how right they were, how many were void or clarified. */
export function calibrationDesk(
  parts: CalibrationParts & { readonly colleagueOf: (userId: string) => Promise<{ readonly name: string }> },
): DeskSeat {
  return {
    desk: 'calibration',
    list: {
      columns: [
        { id: 'editor', label: 'Editor', head: true },
        { id: 'markets', label: 'Markets with a result', end: true },
        { id: 'brier', label: 'Brier score', end: true },
        { id: 'clarified', label: 'Clarified', end: true },
        { id: 'voided', label: 'Void', end: true },
      ],
      filters: [],
      read: async ({ after, limit }) => {
        const all = await editorCalibrations(parts);
        const from = all.findIndex(({ editor }) => editor === after) + 1;
        const names = new Map<string, string>();
        for (const { editor } of all.slice(from, from + limit))
          names.set(editor, (await parts.colleagueOf(editor)).name);
        const rows = all.slice(from, from + limit + 1).map((one) => ({ ...one, id: one.editor }));
        return rowPage(rows, limit, ({ id, markets, brier, clarified, voided }) => ({
          id,
          cells: [
            strong(names.get(id) ?? id),
            number(markets),
            brier === null ? text(null) : chip(brier.toFixed(3), brier <= COIN ? 'ok' : 'warn'),
            number(clarified),
            number(voided),
          ],
        }));
      },
    },
  };
}

import { REALM_NO } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';

/** A market that was paid by a result. Times in ms. */
export interface PaidMarket {
  readonly marketId: string;
  /** Of real money; of a sample, that of practice: nobody else trades it. */
  readonly book: string;
  readonly opensAt: number;
  /** When it was closed: at its cut-off, or before. */
  readonly cutOffAt: number;
  /** What a share of YES was paid, thousandths. */
  readonly paid: number;
  readonly isSample: boolean;
  /** The chance of YES that the house maker began with, thousandths: what a sample said that nobody traded. */
  readonly opening: number;
  /** Who sent it to review; null: a series or the sample made it. */
  readonly editor: string | null;
}

/** Markets that ended YES, NO or in a tie, and were paid; a void says nothing. */
export async function paidMarkets(db: Queryable): Promise<readonly PaidMarket[]> {
  const { rows } = await db.query<Omit<PaidMarket, 'opensAt' | 'cutOffAt'> & { opens_at: string; cut_off_at: string }>(
    `SELECT m.id AS "marketId", b.id AS book, m.opens_at,
       least(m.cut_off_at, (SELECT min(v.at) FROM event_move v WHERE v.market_id = m.id AND v.to_state = 'CLOSED')) AS cut_off_at, e.is_sample AS "isSample", m.opening,
       CASE WHEN m.result = 'TIE' THEN coalesce(m.tie_value, 500) WHEN m.won = 0 THEN 1000 ELSE 0 END AS paid,
       (SELECT v.staff[1] FROM event_move v WHERE v.market_id = m.id AND v.move = 'submit' ORDER BY v.version DESC LIMIT 1) AS editor
     FROM event_market m JOIN event e ON e.id = m.event_id JOIN event_book b ON b.market_id = m.id AND b.realm = CASE WHEN e.is_sample THEN $2::int ELSE $1::int END
     WHERE m.state IN ('PAID', 'CORRECTED') AND m.result IN ('WON', 'TIE') AND m.opens_at IS NOT NULL`,
    [REALM_NO.real, REALM_NO.demo],
  );
  return rows.map(({ opens_at: opensAt, cut_off_at: cutOffAt, ...row }) => ({
    ...row,
    opensAt: Number(opensAt),
    cutOffAt: Number(cutOffAt),
  }));
}

/** How many of each editor's markets were void, or clarified. */
export async function editorFaults(
  db: Queryable,
): Promise<ReadonlyMap<string, { readonly voided: number; readonly clarified: number }>> {
  const { rows } = await db.query<{ editor: string; voided: number; clarified: number }>(
    `SELECT s.editor, count(*) FILTER (WHERE m.state = 'VOIDED')::int AS voided,
       count(*) FILTER (WHERE EXISTS (SELECT FROM event_clarification c WHERE c.market_id = m.id))::int AS clarified
     FROM event_market m JOIN LATERAL (SELECT v.staff[1] AS editor FROM event_move v WHERE v.market_id = m.id AND v.move = 'submit'
       ORDER BY v.version DESC LIMIT 1) s ON s.editor IS NOT NULL
     WHERE m.opens_at IS NOT NULL GROUP BY s.editor`,
  );
  return new Map(rows.map(({ editor, ...faults }) => [editor, faults]));
}

import { fetchAll, holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What trading holds of people. */
export const TRADING_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('prediction', {
      plain:
        'id realm pair_id direction stake stake_cash payout_bps duration_ms state admitted_at entry_t entry_price expires_at settled_at',
      hidden: 'stream k_adm h_adm salt rules_hash shard batch entry_seq entry_row entry_ts entry_records',
      atEnd: 'keep',
    }),
    holding('scheduled_entry', {
      plain:
        'id realm pair_id direction stake duration_sec min_payout_bps at price crosses placed_at expires_at state reason prediction_id ended_at',
      hidden: 'stream k_placed mark_seq mark_t mark_price shard batch',
      atEnd: 'keep',
    }),
    holding('market_order', {
      plain:
        'id realm market_id outcome side type price lots amount time_in_force post_only expires_at state end_reason filled turnover fee placed_at ended_at',
      hidden: 'placed_by resting held salt shard batch rank',
      atEnd: 'keep',
    }),
    holding('position', {
      plain: 'market_id realm lots cost gained fees bonus paid_lots borne',
      hidden: 'reserved shard',
      atEnd: 'keep',
    }),
    holding('corrected_holding', {
      plain: 'market_id realm no shares fees borne at',
      atEnd: 'keep',
    }),
    holding('set_move', {
      plain: 'id realm linked_to market_id move lots paid at',
      hidden: 'shard batch',
      atEnd: 'keep',
    }),
    holding('split_holding', {
      plain: 'split_id realm market_id lots at',
      hidden: 'shard batch',
      atEnd: 'keep',
    }),
    holding('realised', {
      plain: 'market_id realm settled lots cost credit at',
      hidden: 'batch rank shard',
      atEnd: 'keep',
    }),
  ],
  more: [
    {
      name: 'settlement',
      // How predictions ended.
      pages: (tx, userId) =>
        fetchAll(
          tx,
          `SELECT s.prediction_id, s.outcome, s.void_reason, s.credit, s.exit_t, s.exit_price
     FROM settlement s JOIN prediction p ON p.id = s.prediction_id AND p.realm = s.realm WHERE p.user_id = $1`,
          userId,
        ),
    },
    {
      name: 'fill',
      // The person's side of each match of their orders.
      pages: (tx, userId) =>
        fetchAll(
          tx,
          `SELECT market_id, realm, at, price, lots, 'taker' AS role, taker_outcome AS outcome, taker_side AS side, taker_turnover AS turnover, fee
     FROM fill WHERE taker_user = $1
     UNION ALL
     SELECT market_id, realm, at, price, lots, 'maker', maker_outcome, maker_side, maker_turnover, 0 FROM fill WHERE maker_user = $1`,
          userId,
        ),
    },
  ],
};

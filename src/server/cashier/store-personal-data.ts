import { fetchAll, holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What the cashier holds of people. */
export const CASHIER_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('payment', {
      plain: 'id amount state made_at due_at ended_at',
      sealed: 'note',
      // Another person.
      hidden: 'payee',
      atEnd: 'keep',
      atDestruction: { empty: 'note' },
    }),
    holding('payment_request', {
      plain: 'id split amount made_at expires_at ended ended_at payment',
      sealed: 'note',
      // Another person.
      hidden: 'asked',
      atEnd: 'keep',
      atDestruction: { empty: 'note' },
    }),
    holding('withdrawal', {
      plain:
        'id network token address tag amount fee units rate_price rate_scale rate_at state run tx_hash requested_at decided_at broadcast_at ended_at',
      // How we decide.
      hidden: 'rule people policy judged rate_stream rate_seq',
      atEnd: 'keep',
    }),
    holding('price_offer', {
      plain: 'network rate_stream rate_seq rate_at rate_price rate_scale until',
      atEnd: 'delete',
    }),
    holding('withdrawal_review', { plain: 'withdrawal decision told decided_at', hidden: 'decided_by', atEnd: 'keep' }),
    holding('payer', { plain: 'pay_id played lost saved_only saved_only_until', atEnd: 'keep' }),
    holding('saved_address', {
      plain: 'id network address tag saved_at usable_from proved_at',
      sealed: 'label held_by',
      atEnd: 'delete',
    }),
    // Evidence for as long as withdrawals are kept.
    holding('wallet_proof', {
      plain: 'saved_address network address message made_at expires_at signature proved_at',
      hidden: 'nonce',
      atEnd: 'keep',
    }),
  ],
  more: [
    {
      name: 'payment asked for',
      pages: (tx, userId) =>
        fetchAll(
          tx,
          'SELECT id, amount, made_at, expires_at, ended, ended_at FROM payment_request WHERE asked = $1',
          userId,
        ),
    },
    {
      name: 'payment received',
      pages: (tx, userId) =>
        fetchAll(
          tx,
          `SELECT id, amount, state, made_at, ended_at FROM payment WHERE payee = $1 AND state = 'DONE'`,
          userId,
        ),
    },
  ],
};

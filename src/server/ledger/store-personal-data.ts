import { fetchAll, holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What ledger holds of people. */
export const LEDGER_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('account', {
      person: 'owner_id',
      plain: 'realm asset kind debits credits',
      hidden: 'id ref normal guarded',
      atEnd: 'keep',
    }),
  ],
  more: [
    {
      name: 'money',
      // Every movement of money on the person's accounts, in 10^-6.
      pages: (tx, userId) =>
        fetchAll(
          tx,
          `SELECT j.at, j.kind, t.code, t.amount, a.kind AS account, CASE WHEN t.debit_account = a.id THEN 'debit' ELSE 'credit' END AS side
     FROM account a
     JOIN transfer t ON t.realm = a.realm AND (t.debit_account = a.id OR t.credit_account = a.id)
     JOIN journal j ON j.realm = t.realm AND j.id = t.journal
     WHERE a.owner_id = $1`,
          userId,
        ),
    },
  ],
};

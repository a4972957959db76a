import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What is kept of people who paid in fiat money. */
export const FIAT_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('fiat_order', {
      plain:
        'id provider method fiat amount fee receive is_firm state reason paid_fiat paid brings credited held owed made_at expires_at changed_at credited_at',
      // The provider's page of an order lets whoever has it pay, and staff is nobody's data but its own.
      hidden: 'theirs url owner looked_at',
      atEnd: 'keep',
    }),
    holding('fiat_news', {
      plain: 'order_id at source status state paid_fiat paid brings',
      hidden: 'no',
      atEnd: 'keep',
    }),
  ],
};

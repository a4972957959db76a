import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What deposits hold of people. */
export const DEPOSITS_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('deposit_address', { plain: 'branch address made_at', hidden: 'xpub no', atEnd: 'keep' }),
    holding('deposit', {
      plain:
        'id network tx_hash log_index block_no block_hash token coin address raw amount held state reason sender seen_at changed_at rate_stream rate_seq rate_at rate_price rate_scale held_raw',
      hidden: 'owner return_tx sweep',
      atEnd: 'keep',
    }),
  ],
};

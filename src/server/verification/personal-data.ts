import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What verification holds of people. */
export const VERIFICATION_PERSONAL_DATA: PersonalPart = {
  tables: [
    // Pictures and videos go before their rows: `forgetDocuments`.
    holding('document_file', {
      plain: 'document side size media width height state made_at',
      hidden: 'id sha256 received key object review changed_at',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
    holding('document_view', {
      plain: 'document role what at',
      hidden: 'id review staff',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
    holding('document_review', {
      plain: 'document form sent_at outcome reason mark decided_at',
      hidden: 'id appeal_of alarms taken_by taken_until decided_by',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
    holding('document', {
      plain: 'name status is_final is_appealed times_back valid_until changed_at',
      hidden: 'refused_by version',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
    holding('legal_hold', { hidden: 'set_at set_by', atEnd: 'keep' }),
    holding('legal_name', {
      plain: 'status',
      sealed: 'sealed',
      atEnd: 'keep',
      atDestruction: { empty: 'sealed' },
    }),
  ],
};

import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What verification holds of people. A case is not shown while the law forbids to speak of it: nothing of one is in their file. */
export const VERIFICATION_PERSONAL_DATA: PersonalPart = {
  tables: [
    // Pictures and videos go before their rows: `forgetDocuments`.
    holding('document_file', {
      plain: 'document side size media width height state made_at',
      hidden: 'id sha256 received key object review changed_at',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
    holding('document_check', {
      plain: 'provider outcome begun_at',
      hidden: 'id review theirs outcome_at changed_at',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
    // Of a day at most; nothing of it is worth showing.
    holding('document_handover', {
      plain: 'made_at opened_at',
      hidden: 'id link_digest link_until grant_digest grant_until ended_at',
      atEnd: 'delete',
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
    holding('suspicion_report', {
      hidden: 'id text written_by written_at state reference ended_by ended_at',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
    holding('legal_hold', { hidden: 'set_at set_by', atEnd: 'keep' }),
    holding('screening_difference', { hidden: 'sheet_id kind score', atEnd: 'delete' }),
    holding('cleared_hit', {
      hidden: 'digest name_version case_id cleared_at',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
    holding('case_hit', {
      hidden: 'case_id digest entry_id list_no name_version score features found_at',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
    holding('verification_case', {
      hidden: 'id opened_at due_at owner escalated_at snoozed_until snooze_reason outcome reason ended_at',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
    holding('legal_name_word', { hidden: 'word', atEnd: 'keep', atDestruction: 'delete' }),
    holding('legal_name', {
      plain: 'status',
      sealed: 'sealed',
      hidden: 'version screened_with words_by',
      atEnd: 'keep',
      atDestruction: { empty: 'sealed' },
    }),
  ],
};

/**
 * Everything we hold of a person, table by table: what goes into the file that they may ask for, and what becomes of it when
 * the account ends. A test compares this list with the database: a new table or column that names people fails until it is here.
 */
export interface PersonalData {
  readonly table: string;
  /** Column with the person's id. */
  readonly person: string;
  /** Shown in the file as they are. */
  readonly plain: readonly string[];
  /** Shown in the file after opening them with the person's key. */
  readonly sealed: readonly string[];
  /** Not in the file: secrets, hashes, our own bookkeeping. */
  readonly hidden: readonly string[];
  /** When the account becomes final: profile, marketing, pictures and devices go. */
  readonly atEnd: Fate;
  /** When the law lets go of the rest, together with the key. */
  readonly atDestruction: Fate;
}

/** keep: it names nobody, or others need it; columns: these are emptied. */
export type Fate = 'delete' | 'keep' | readonly string[];

interface Spec {
  readonly person?: string;
  readonly plain?: string;
  readonly sealed?: string;
  readonly hidden?: string;
  readonly atEnd: 'delete' | 'keep' | { readonly empty: string };
  readonly atDestruction?: 'delete' | 'keep' | { readonly empty: string };
}

const words = (text = ''): readonly string[] => text.split(' ').filter((word) => word !== '');
const fateOf = (fate: Spec['atEnd']): Fate => (typeof fate === 'string' ? fate : words(fate.empty));

function holding(table: string, spec: Spec): PersonalData {
  return {
    table,
    person: spec.person ?? 'user_id',
    plain: words(spec.plain),
    sealed: words(spec.sealed),
    hidden: words(spec.hidden),
    atEnd: fateOf(spec.atEnd),
    atDestruction: fateOf(spec.atDestruction ?? 'keep'),
  };
}

/** In the order in which rows may go: what refers to others first. */
export const PERSONAL_DATA: readonly PersonalData[] = [
  holding('app_user', {
    person: 'id',
    plain:
      'id role email_confirmed_at password_changed_at country language theme colours name_status referral_code referral utm fbp fbc created_at blocked_at closed_at owned_since',
    sealed: 'email_sealed legal_name_sealed nickname_sealed',
    hidden: 'email_blind password_hash',
    atEnd: { empty: 'nickname_sealed password_hash referral utm fbp fbc theme colours' },
    atDestruction: { empty: 'email_sealed email_blind email_confirmed_at legal_name_sealed country' },
  }),
  holding('sign_in', {
    plain: 'id at method outcome user_agent session_id',
    sealed: 'address_sealed',
    atEnd: 'delete',
  }),
  holding('session', {
    plain: 'id realm started_at renewed_at expires_at ended_at method user_agent idle_ms absolute_end ended_reason',
    sealed: 'address_sealed',
    hidden: 'device_hash refresh_secret refresh_no refresh_rotations',
    atEnd: 'delete',
  }),
  holding('device', {
    plain: 'user_agent first_seen_at last_seen_at forgotten_at',
    hidden: 'cookie_hash browser',
    atEnd: 'delete',
  }),
  holding('page_view', { plain: 'seen_at referral utm fbp fbc', hidden: 'id', atEnd: 'delete' }),
  holding('consent', { plain: 'document version choice language at', hidden: 'id hash', atEnd: 'keep' }),
  holding('email_change', {
    plain: 'old_asked old_said_yes_at new_said_yes_at created_at expires_at ended_at outcome',
    sealed: 'new_email_sealed',
    hidden: 'id old_token_hash new_token_hash session_id',
    atEnd: 'delete',
  }),
  holding('closure', {
    plain: 'asked_at final_at kept_at erased_at destroy_at destroyed_at',
    hidden: 'id token_hash',
    atEnd: 'keep',
  }),
  holding('data_export', { hidden: 'id language asked_at ready_at expires_at', atEnd: 'delete' }),
  holding('mail_code', {
    plain: 'purpose created_at expires_at used_at',
    hidden: 'id token_hash code_hash tries',
    atEnd: 'delete',
  }),
  holding('mail_outbox', {
    plain: 'kind language state created_at ended_at',
    // What mails say holds links and codes: whoever has the file must not be able to press them.
    hidden: 'id sealed attempts next_at fault',
    atEnd: { empty: 'sealed' },
    atDestruction: 'delete',
  }),
  holding('mail_opt_out', { plain: 'at', atEnd: 'keep', atDestruction: 'delete' }),
  holding('unsubscribe_answer', { plain: 'at reasons', sealed: 'comment', hidden: 'id', atEnd: 'delete' }),
  holding('notification', { plain: 'kind at details read_at', hidden: 'id source told', atEnd: 'delete' }),
  holding('notification_choice', { plain: 'kind channel is_on', atEnd: 'delete' }),
  holding('notification_digest', { plain: 'day', atEnd: 'delete' }),
  holding('otp_device', {
    plain: 'confirmed_at',
    hidden: 'secret last_step failures blocked_until pending_secret pending_until',
    atEnd: 'delete',
  }),
  holding('recovery_code', { hidden: 'hash', atEnd: 'delete' }),
  holding('passkey', {
    plain: 'name added_at last_used_at transports synced',
    hidden: 'id public_key counter',
    atEnd: 'delete',
  }),
  holding('social_link', { plain: 'provider linked_at', hidden: 'subject', atEnd: 'delete' }),
  holding('ticket', { hidden: 'hash kind content tries expires_at', atEnd: 'delete' }),
  holding('withdrawal_hold', { plain: 'reason since until', atEnd: 'delete' }),
  holding('responsible_play', {
    plain: 'reality_minutes reality_seen_at time_out_until excluded_since excluded_until return_at',
    atEnd: 'keep',
    atDestruction: 'delete',
  }),
  holding('play_limit', {
    plain: 'name value raise_value raise_from raise_until',
    atEnd: 'keep',
    atDestruction: 'delete',
  }),
  holding('house_limit', { plain: 'value set_at', hidden: 'no', atEnd: 'keep' }),
  holding('markout_flag', {
    plain: 'realm day at predictions mean_1s within_1s mean_5s within_5s',
    atEnd: 'keep',
  }),
  holding('play_session', { plain: 'from_at seen_at', atEnd: 'keep', atDestruction: 'delete' }),
  holding('avatar', { plain: 'made_at', hidden: 'name told_at', atEnd: 'delete' }),
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
    plain: 'market_id realm lots cost gained fees bonus',
    hidden: 'reserved shard',
    atEnd: 'keep',
  }),
  holding('realised', {
    plain: 'market_id realm settled lots cost credit at',
    hidden: 'batch rank shard',
    atEnd: 'keep',
  }),
  holding('api_key', {
    plain: 'name kind scopes addresses rate_per_min loss_cap_day created_at expires_at last_used_at ended_at',
    hidden: 'id acts_as hash sealed',
    atEnd: 'delete',
  }),
  // Receipts hold its hash: proofs that are made later need it too.
  holding('proof_user', { hidden: 'salt', atEnd: 'keep' }),
  holding('account', {
    person: 'owner_id',
    plain: 'realm asset kind debits credits',
    hidden: 'id ref normal guarded',
    atEnd: 'keep',
  }),
  // Runs for minutes at most.
  holding('heartbeat', { hidden: 'placed_by realm seconds due_at lapsed', atEnd: 'delete' }),
  // Copies of answers, gone after a week.
  holding('idem', { hidden: 'route key body_hash status body shard batch at', atEnd: 'delete' }),
  holding('subject_key', {
    plain: 'made_at destroyed_at',
    hidden: 'key_id wrapped master_id',
    atEnd: 'keep',
  }),
  // Opened by the audit itself.
  holding('audit_log', { person: 'subject_id', hidden: 'log seq t body hash', atEnd: 'keep' }),
];

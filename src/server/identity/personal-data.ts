import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What identity holds of people. */
export const IDENTITY_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('app_user', {
      person: 'id',
      plain:
        'id role email_confirmed_at password_changed_at country language theme colours referral_code referral utm fbp fbc created_at blocked_at closed_at owned_since',
      sealed: 'email_sealed nickname_sealed',
      hidden: 'email_blind password_hash',
      atEnd: { empty: 'nickname_sealed password_hash referral utm fbp fbc theme colours' },
      atDestruction: { empty: 'email_sealed email_blind email_confirmed_at country' },
    }),
    holding('sign_in', {
      plain: 'id at method outcome user_agent session_id',
      sealed: 'address_sealed',
      atEnd: 'delete',
    }),
    holding('session', {
      plain: 'id realm started_at renewed_at expires_at ended_at method user_agent idle_ms absolute_end ended_reason',
      sealed: 'address_sealed',
      hidden: 'device_hash refresh_secret refresh_no refresh_rotations seen_from look',
      atEnd: 'delete',
    }),
    holding('device', {
      plain: 'user_agent first_seen_at last_seen_at forgotten_at',
      hidden: 'cookie_hash browser',
      atEnd: 'delete',
    }),
    holding('page_view', { plain: 'seen_at referral utm fbp fbc', hidden: 'id', atEnd: 'delete' }),
    holding('email_change', {
      plain: 'old_asked old_said_yes_at new_said_yes_at created_at expires_at ended_at outcome',
      sealed: 'new_email_sealed',
      hidden: 'id old_token_hash new_token_hash session_id',
      atEnd: 'delete',
    }),
    holding('mail_code', {
      plain: 'purpose created_at expires_at used_at',
      hidden: 'id token_hash code_hash tries',
      atEnd: 'delete',
    }),
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
    holding('avatar', { plain: 'made_at', hidden: 'name', atEnd: 'delete' }),
    holding('api_key', {
      plain: 'name kind scopes addresses rate_per_min loss_cap_day created_at expires_at last_used_at ended_at',
      hidden: 'id acts_as hash sealed',
      atEnd: 'delete',
    }),
  ],
};

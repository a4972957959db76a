import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What limits holds of people. */
export const LIMITS_PERSONAL_DATA: PersonalPart = {
  tables: [
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
    holding('house_restriction', { plain: 'what holds set_at', hidden: 'no', atEnd: 'keep' }),
    holding('house_limit', { plain: 'value set_at', hidden: 'no', atEnd: 'keep' }),
    holding('markout_flag', {
      plain: 'realm day at predictions mean_1s within_1s mean_5s within_5s',
      atEnd: 'keep',
    }),
    holding('play_day', {
      plain: 'day ended staked paid highest hours chased last_stake last_lost last_at',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
    holding('limit_raise', { plain: 'name at', hidden: 'no', atEnd: 'keep', atDestruction: 'delete' }),
    holding('play_step', { plain: 'at signs', hidden: 'no staff', atEnd: 'keep', atDestruction: 'delete' }),
    holding('play_session', { plain: 'from_at seen_at', atEnd: 'keep', atDestruction: 'delete' }),
  ],
};

import { sameText } from './same-text.ts';
import { SOCIAL_MS } from './social.ts';

/** How far the clock of Telegram may stand from ours, before and behind. */
const CLOCK_SLACK_MS = 60_000;

/** What the login widget of Telegram gives, as it signed it: names and values as texts, without `hash`. */
export type TelegramFields = Readonly<Record<string, string>>;

type Given = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * The fields of a login as texts. Whatever Telegram signs belongs to it, also what it adds one day; what is empty is absent, and was not
 * signed. null: a name or a value could be read as more than one line of the signed text, and the same signature would then fit another
 * person's lines.
 */
export function readTelegram(given: Given): TelegramFields | null {
  const fields = Object.entries(given)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => [name, String(value)] as const);
  return fields.every(([name, value]) => /^[A-Za-z]\w{0,63}$/.test(name) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value))
    ? Object.fromEntries(fields)
    : null;
}

/** The text that Telegram signs: `name=value` lines in the order of the names. */
export function telegramCheckText(fields: TelegramFields): string {
  return Object.entries(fields)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}

/**
 * Is this a login of Telegram, made since its flow began (`since`, ms)? An older one was made in another flow: whoever
 * came by it gets in by no flow of their own. null: no. Otherwise it is good once, and never after `until` (ms): no flow that began soon
 * enough for it goes on for longer. `sign` is hex HMAC-SHA-256 under the SHA-256 of the bot's token (core.telegram.org/widgets/login).
 */
export function checkTelegram(
  login: { readonly fields: Given; readonly hash: string },
  { sign, since, now }: { readonly sign: (text: string) => string; readonly since: number; readonly now: number },
): { readonly until: number } | null {
  const fields = readTelegram(login.fields);
  if (fields === null || !sameText(sign(telegramCheckText(fields)), login.hash.toLowerCase())) return null;
  const at = fields['auth_date'] ?? '';
  if (!/^\d{1,12}$/.test(at)) return null;
  const madeAt = Number(at) * 1_000;
  const isNow = madeAt >= since - CLOCK_SLACK_MS && madeAt <= now + CLOCK_SLACK_MS;
  return isNow ? { until: madeAt + CLOCK_SLACK_MS + SOCIAL_MS } : null;
}

import { sameText } from './same-text.ts';

/** How old a login of Telegram may be, and how far in the future its clock may stand. */
const TELEGRAM_MS = 86_400_000;
const CLOCK_SLACK_MS = 60_000;

/** What the login widget of Telegram gives, as it signed it: names and values as texts, without `hash`. */
export type TelegramFields = Readonly<Record<string, string>>;

/** The text that Telegram signs: `name=value` lines in the order of the names. */
export function telegramCheckText(fields: TelegramFields): string {
  return Object.entries(fields)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}

/**
 * Is this a login of Telegram that is at most a day old? `sign` is hex HMAC-SHA-256 under the SHA-256 of the bot's token
 * (core.telegram.org/widgets/login).
 */
export function checkTelegram(
  login: { readonly fields: TelegramFields; readonly hash: string },
  { sign, now }: { readonly sign: (text: string) => string; readonly now: number },
): boolean {
  const signed = sameText(sign(telegramCheckText(login.fields)), login.hash.toLowerCase());
  const at = login.fields['auth_date'] ?? '';
  if (!signed || !/^\d{1,12}$/.test(at)) return false;
  const age = now - Number(at) * 1_000;
  return age <= TELEGRAM_MS && age >= -CLOCK_SLACK_MS;
}

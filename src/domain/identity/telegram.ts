import { sameText } from './same-text.ts';

/** How far the clock of Telegram may stand from ours, before and behind. */
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
 * Is this a login of Telegram, made since its flow began (`since`, ms)? An older one was made for somebody else's eyes: whoever
 * came by it gets in by no flow of his own. `sign` is hex HMAC-SHA-256 under the SHA-256 of the bot's token
 * (core.telegram.org/widgets/login).
 */
export function checkTelegram(
  login: { readonly fields: TelegramFields; readonly hash: string },
  { sign, since, now }: { readonly sign: (text: string) => string; readonly since: number; readonly now: number },
): boolean {
  const signed = sameText(sign(telegramCheckText(login.fields)), login.hash.toLowerCase());
  const at = login.fields['auth_date'] ?? '';
  if (!signed || !/^\d{1,12}$/.test(at)) return false;
  const madeAt = Number(at) * 1_000;
  return madeAt >= since - CLOCK_SLACK_MS && madeAt <= now + CLOCK_SLACK_MS;
}

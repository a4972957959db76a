import { createHash, createHmac } from 'node:crypto';

let made = 0;

/** What the login widget of Telegram gives at a moment (ms), signed for the bot with this token; each is one of its own. */
export function telegramLogin(
  botToken: string,
  { id, at, ...more }: { readonly id: number; readonly at: number; readonly [name: string]: string | number },
) {
  made += 1;
  const given = { id, first_name: `Ada ${made}`, auth_date: Math.floor(at / 1_000), ...more };
  const names = Object.keys(given).toSorted();
  const lines = names.map((name) => `${name}=${String(given[name as keyof typeof given])}`);
  const key = createHash('sha256').update(botToken).digest();
  const hash = createHmac('sha256', key).update(lines.join('\n')).digest('hex');
  return { ...given, hash };
}

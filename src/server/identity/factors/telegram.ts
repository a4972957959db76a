import { createHash, createHmac } from 'node:crypto';
import type { PoolClient } from 'pg';
import { checkTelegram } from '#domain/identity/telegram.ts';
import type { TelegramBody } from '#protocol/factors.ts';
import { insertSpentLogin } from './store-social.ts';

/** Another call finished with this proof first: nothing of this one stays. */
export class Raced extends Error {}

/** Uses up the proof of a sign-in, in the transaction of its effect. Throws `Raced` where it was used before. */
export type Spend = (tx: PoolClient) => Promise<void>;

/** Telegram's sign-in page, which comes back to ours with `#tgAuthResult`. The number of a bot is open, its token is not. */
export function telegramAddress(token: string, origin: string): string {
  const query = new URLSearchParams({
    bot_id: token.split(':', 1)[0] ?? '',
    origin,
    return_to: `${origin}/auth/social`,
  });
  return `https://oauth.telegram.org/auth?${query.toString()}`;
}

/** Who a login of Telegram is of, and how it is used up: whoever sees it again has nothing. null: it is none, or too old. `since`, `now`: ms. */
export function provenByTelegram(
  token: string,
  login: TelegramBody['login'],
  times: { readonly since: number; readonly now: number },
): { readonly subject: string; readonly spend: Spend } | null {
  const { hash, ...fields } = login;
  const key = createHash('sha256').update(token).digest();
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  const good = checkTelegram({ fields, hash }, { sign, ...times });
  if (good === null) return null;
  const spend: Spend = async (tx) => {
    if (!(await insertSpentLogin(tx, { hash: Buffer.from(hash, 'hex'), until: good.until }))) throw new Raced();
  };
  return { subject: String(login.id), spend };
}

import type { Config } from '#server/config/config.ts';
import type { ReadyMessage } from './server-child.ts';

/** What a start says to the person at the terminal once prices flow. Every address is one that people use. */
export function announcement(
  config: Pick<Config, 'brand' | 'mail' | 'mode' | 'origins' | 'port'>,
  { port, prices, people }: ReadyMessage['ready'],
): readonly string[] {
  const home = config.port === 0 ? `http://localhost:${port}` : config.origins.main;
  const keepsMails = config.mode === 'sandbox' && config.mail.smtpUrl === null;
  return [
    '',
    `  ${config.brand} is ready.`,
    '',
    `  Open       ${home}/en`,
    `  Free demo  ${home}/en/trading/demo`,
    `  Prices     ${prices ?? 'none yet'}`,
    ...(keepsMails ? [`  Mails      ${home}/dev/inbox`] : []),
    ...(people === null ? [] : ['', '  Sandbox    sign in as', ...people.map((line) => `             ${line}`)]),
    '',
  ];
}

import { spanOf, type SettingValues } from '#domain/settings/settings.ts';
import { waitMs } from '#domain/waits.ts';
import type { PublicConfig } from '#protocol/site.ts';
import type { CONFIG } from '#protocol/tables/config.ts';
import type { Config } from '#server/config/config.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type { Handlers } from '#server/routing/call.ts';

/** Where people hear from us besides our pages. */
function handlesOf({ handles, social: { telegram } }: Config): string[] {
  return [...new Set([...handles, ...(telegram === null ? [] : [`@${telegram.bot}`])])];
}

/** Without the name before it. */
function addressOf(from: string): string {
  return /<([^<>]+)>/.exec(from)?.[1] ?? from;
}

export function configRoutes(parts: {
  readonly config: Config;
  readonly settings: Pick<LiveSettings, 'values'>;
}): Handlers<typeof CONFIG> {
  return { read: () => ({ status: 200, json: publicConfigOf(parts.config, parts.settings.values) }) };
}

/** PUBLIC_CONFIG: what the browser may know of the settings. */
export function publicConfigOf(config: Config, values: SettingValues): PublicConfig {
  return {
    origins: { ...config.origins },
    apiHost: config.origins.main,
    messagingBot: config.social.telegram?.bot ?? null,
    official: { mail: addressOf(config.mail.from), handles: handlesOf(config) },
    mode: config.mode,
    waits: config.waits,
    spans: {
      hold: waitMs(spanOf('holds.hours', values), config.waits),
      closing: waitMs(spanOf('privacy.closing_days', values), config.waits),
    },
    most: { apiKeys: Number(values['keys.most']) },
    keepsMails: config.mode === 'sandbox' && config.mail.smtpUrl === null,
    brand: config.brand,
  };
}

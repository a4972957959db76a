import type { PublicConfig } from '#protocol/site.ts';
import type { CONFIG } from '#protocol/tables/config.ts';
import type { Config } from '#server/config/config.ts';
import type { Handlers } from '#server/routing/call.ts';

export function configRoutes({ config }: { readonly config: Config }): Handlers<typeof CONFIG> {
  const shown = publicConfigOf(config);
  return { read: () => ({ status: 200, json: shown }) };
}

/** PUBLIC_CONFIG: what the browser may know of the settings. */
export function publicConfigOf(config: Config): PublicConfig {
  return {
    origins: { ...config.origins },
    apiHost: config.origins.main,
    messagingBot: config.social.telegram?.bot ?? null,
    mode: config.mode,
    waits: config.waits,
    keepsMails: config.mode === 'sandbox' && config.mail.smtpUrl === null,
    supportEmail: config.supportEmail,
    brand: config.brand,
  };
}

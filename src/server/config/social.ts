/** A provider that people may sign in with (OpenID Connect). */
export interface OidcSettings {
  /** Lower case, in addresses: `google`. */
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Sign-in with accounts elsewhere. */
export interface SocialSettings {
  readonly oidc: readonly OidcSettings[];
  readonly telegram: { readonly bot: string; readonly token: string } | null;
}

const KNOWN: Readonly<Record<string, { readonly name: string; readonly issuer: string }>> = {
  google: { name: 'Google', issuer: 'https://accounts.google.com' },
  apple: { name: 'Apple', issuer: 'https://appleid.apple.com' },
};

/**
 * Reads `OIDC_<NAME>_ISSUER`, `_CLIENT_ID`, `_CLIENT_SECRET` (the issuer of Google and Apple is known), `TELEGRAM_BOT` and
 * `TELEGRAM_BOT_TOKEN`. `mistakes` are sentences for the person who starts the server.
 */
export function readSocial(env: Readonly<Record<string, string | undefined>>): {
  readonly social: SocialSettings;
  readonly mistakes: readonly string[];
} {
  const mistakes: string[] = [];
  const value = (name: string) => env[name]?.trim() ?? '';
  const names = new Set(
    Object.keys(env).flatMap((name) => {
      const found = /^OIDC_([A-Z][A-Z0-9]{0,29})_(?:ISSUER|CLIENT_ID|CLIENT_SECRET)$/.exec(name)?.[1];
      return found === undefined || value(name) === '' ? [] : [found];
    }),
  );
  const oidc = [...names].toSorted().flatMap((upper): OidcSettings[] => {
    const id = upper.toLowerCase();
    const known = KNOWN[id];
    const issuer = value(`OIDC_${upper}_ISSUER`) || (known?.issuer ?? '');
    const clientId = value(`OIDC_${upper}_CLIENT_ID`);
    const clientSecret = value(`OIDC_${upper}_CLIENT_SECRET`);
    if (!URL.canParse(issuer) || !/^https?:$/.test(new URL(issuer).protocol)) {
      mistakes.push(`OIDC_${upper}_ISSUER must be the address of the provider.`);
    } else if (value('MODE') === 'production' && new URL(issuer).protocol !== 'https:') {
      mistakes.push(`OIDC_${upper}_ISSUER must be https in production.`);
    }
    if (id === 'telegram') mistakes.push('TELEGRAM is no provider of OpenID Connect: set TELEGRAM_BOT_TOKEN.');
    if (clientId === '') mistakes.push(`OIDC_${upper}_CLIENT_ID is missing.`);
    if (clientSecret === '') mistakes.push(`OIDC_${upper}_CLIENT_SECRET is missing.`);
    return [{ id, name: known?.name ?? upper.charAt(0) + id.slice(1), issuer, clientId, clientSecret }];
  });
  const bot = value('TELEGRAM_BOT');
  const token = value('TELEGRAM_BOT_TOKEN');
  if ((bot === '') !== (token === '')) mistakes.push('TELEGRAM_BOT and TELEGRAM_BOT_TOKEN go together.');
  if (token !== '' && !/^\d+:\S+$/.test(token)) mistakes.push('TELEGRAM_BOT_TOKEN must look like 123456:secret.');
  return { social: { oidc, telegram: bot === '' || token === '' ? null : { bot, token } }, mistakes };
}

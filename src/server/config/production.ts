import type { Settings } from './config.ts';

/** Passwords that examples and images come with. */
const DEFAULT_PASSWORDS = new Set(['', 'postgres', 'password', 'secret', 'admin', 'changeme', 'tikvo', 'example']);

/** Public suffixes of two labels, as far as our markets need them; under these a name of three labels is registrable. */
const SECOND_LEVEL = /^(com|co|net|org|gov|edu|ac|or|ne|go)\.[a-z]{2}$/;

/** What a production server does not start with; one sentence each. Nothing in sandbox. */
export function productionMistakes(settings: Settings): readonly string[] {
  if (settings.MODE !== 'production') return [];
  return [
    ...priceMistakes(settings),
    ...placeMistakes(settings),
    ...vaultMistakes(settings),
    ...originMistakes(settings),
    ...mailMistakes(settings),
  ];
}

function priceMistakes({ FEED, WAITS }: Settings): readonly string[] {
  const mistakes: string[] = [];
  if (FEED !== 'live') {
    mistakes.push(`MODE=production takes live prices only: set FEED=live (it is ${FEED}).`);
  }
  if (WAITS === 'short') mistakes.push('MODE=production refuses WAITS=short: waiting times protect people.');
  return mistakes;
}

function placeMistakes({ DATABASE_URL }: Settings): readonly string[] {
  if (DATABASE_URL === undefined) {
    return ['MODE=production needs DATABASE_URL: the embedded database has no backups and no replica.'];
  }
  const password = URL.canParse(DATABASE_URL) ? decodeURIComponent(new URL(DATABASE_URL).password) : '';
  return DEFAULT_PASSWORDS.has(password)
    ? ['MODE=production refuses a DATABASE_URL without a password or with a well-known one.']
    : [];
}

function vaultMistakes({ VAULT_KEY }: Settings): readonly string[] {
  if (VAULT_KEY === '') return ['MODE=production needs VAULT_KEY, the master key of personal data.'];
  return VAULT_KEY.split(',').some((key) => new Set(Buffer.from(key.trim(), 'base64')).size < 12)
    ? ['MODE=production refuses a VAULT_KEY that is not random.']
    : [];
}

function mailMistakes({ SMTP_URL }: Settings): readonly string[] {
  return SMTP_URL === undefined ? ['MODE=production needs SMTP_URL, the relay that takes mails.'] : [];
}

function originMistakes(settings: Settings): readonly string[] {
  const { PUBLIC_ORIGIN, ADMIN_ORIGIN, FILES_ORIGIN } = settings;
  if (PUBLIC_ORIGIN === undefined || ADMIN_ORIGIN === undefined || FILES_ORIGIN === undefined) {
    return ['MODE=production needs PUBLIC_ORIGIN, ADMIN_ORIGIN and FILES_ORIGIN.'];
  }
  const mistakes: string[] = [];
  const named = Object.entries(settings).filter(([name]) => name.endsWith('_ORIGIN')) as [string, string | undefined][];
  for (const [name, given] of named) {
    if (given !== undefined && !given.startsWith('https:')) mistakes.push(`MODE=production needs https in ${name}.`);
  }
  const home = new URL(PUBLIC_ORIGIN);
  for (const [name, given] of named) {
    if (given === undefined || name === 'FILES_ORIGIN') continue;
    if (registrableDomain(new URL(given).hostname) !== registrableDomain(home.hostname)) {
      mistakes.push(
        `${name} and PUBLIC_ORIGIN must lie under one registrable domain, for sign-in is shared by cookie.`,
      );
    }
  }
  for (const [name, given] of [
    ['ADMIN_ORIGIN', ADMIN_ORIGIN],
    ['FILES_ORIGIN', FILES_ORIGIN],
  ] as const) {
    if (new URL(given).origin === home.origin) mistakes.push(`MODE=production needs ${name} apart from PUBLIC_ORIGIN.`);
  }
  return mistakes;
}

/** The name that a registrar sells: `app.example.co.uk` -> `example.co.uk`. */
export function registrableDomain(hostname: string): string {
  const labels = hostname.split('.');
  const suffixLength = SECOND_LEVEL.test(labels.slice(-2).join('.')) ? 2 : 1;
  return labels.slice(-suffixLength - 1).join('.');
}

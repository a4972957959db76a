import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { connectionUrl } from './index.ts';
import { isPassingOutage, isShutOutForNow } from './outage.ts';

const AGAIN_MS = 500;
/** A host that swallows what is sent to it would be waited for over two minutes by the system. */
const ANSWER_MS = 5_000;

interface Waiting {
  /** Told once each, in a sentence, what the database is waited for. */
  readonly onAway: (sentence: string) => void;
}

/**
 * Resolves once the database takes connections and can be written: one that is away, closed to this user for now, or read-only as a standby is, is waited for, for as long
 * as it takes. Throws ConfigError where waiting does not help: a wrong password, an unknown database or host.
 */
export async function reachDatabase(url: string, { onAway }: Waiting): Promise<void> {
  const said = new Set<string>();
  for (;;) {
    const { away, readOnly } = await tryDatabase(url);
    const waits = away === null ? readOnly : `${away}: waiting until it does.`;
    if (waits === null) return;
    if (!said.has(waits)) onAway(waits);
    said.add(waits);
    await pause(AGAIN_MS);
  }
}

/** For a command, which does not wait: throws ConfigError with a sentence where the database takes no connection now. */
export async function askDatabase(url: string): Promise<void> {
  const { away } = await tryDatabase(url);
  if (away !== null) throw new ConfigError([`${away}.`]);
}

interface Tried {
  /** Why there is no connection now, without a full stop. */
  readonly away: string | null;
  /** That nothing can be written now, as on a standby. */
  readonly readOnly: string | null;
}

/** One connection. Throws ConfigError where there will never be one. */
async function tryDatabase(url: string): Promise<Tried> {
  const client = clientOf(url);
  try {
    await client.connect();
    const isReadOnly = await readsOnly(client);
    await client.end();
    const sentence = `The database at ${client.host}:${client.port} is read-only: waiting until it can be written.`;
    return { away: null, readOnly: isReadOnly ? sentence : null };
  } catch (error) {
    await client.end().catch(() => undefined);
    if (isShutOutForNow(error)) return { away: shutOutText(error, client), readOnly: null };
    if (!isAway(error)) throw new ConfigError([databaseMistake(error, client)]);
    return { away: `The database at ${client.host}:${client.port} does not answer`, readOnly: null };
  }
}

/** What an operator did there passes, and a start that has ended would not see it. */
function shutOutText(error: unknown, { host, port, user }: Named): string {
  return `The database at ${host}:${port} does not let ${user} in (${error instanceof Error ? error.message : String(error)})`;
}

function clientOf(url: string): pg.Client {
  try {
    const client = new pg.Client({ connectionString: connectionUrl(url), connectionTimeoutMillis: ANSWER_MS });
    client.on('error', () => undefined);
    return client;
  } catch {
    throw new ConfigError(['DATABASE_URL must look like postgresql://user:password@host:5432/database.']);
  }
}

/** A standby, or a server that somebody has set so. */
async function readsOnly(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ value: string }>(`SELECT current_setting('transaction_read_only') AS value`);
  return rows[0]?.value === 'on';
}

function isAway(error: unknown): boolean {
  if (isPassingOutage(error)) return true;
  // What the driver says, without a code, of its own patience.
  return error instanceof Error && /timeout|terminated/i.test(error.message);
}

const codeOf = (error: unknown) => String((error as { readonly code?: unknown }).code);

type Named = Pick<pg.Client, 'host' | 'port' | 'database' | 'user'>;

/** One sentence that never holds the password. */
function databaseMistake(error: unknown, { host, port, database, user }: Named): string {
  switch (codeOf(error)) {
    case '28P01':
      return `The database of DATABASE_URL does not let ${user} in: look at the name and the password.`;
    case '3D000':
      return `DATABASE_URL names the database ${database}, and there is none of that name at ${host}:${port}.`;
    case 'ENOTFOUND':
      return `DATABASE_URL names the host ${host}, and nobody knows where that is.`;
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `Nobody we know vouches for the certificate of the database at ${host}:${port}: name who does in DATABASE_URL, sslrootcert=/path/of/its/authority.pem.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of the database at ${host}:${port} is for another host: use the name that it is for in DATABASE_URL.`;
    default:
      if (error instanceof Error && /does not support SSL/.test(error.message)) {
        return `The database at ${host}:${port} does not speak TLS: switch it on there (ssl = on), or say sslmode=disable in DATABASE_URL.`;
      }
      return `The database of DATABASE_URL cannot be used: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

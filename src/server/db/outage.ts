/**
 * The server is starting up or shutting down, it ended the session that was idle for too long (57P05) or in one transaction for too long
 * (25P04), or the way to it is gone, which a pooler in between says in class 08: what was under way there may have been done, or not.
 */
const GONE = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P04',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  // Of the system, when the way there is cut: at once, or once it has sent in vain for long enough.
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
]);

/** What the driver says, without a code, of a connection that was lost under a query, or did not come in time. */
const LOST = new Set([
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]);

/**
 * The server answers, and cannot do it now, whatever was asked: no disk, memory or connection is left (class 53), its files fail it (58),
 * it is read-only, as a standby is (25006), somebody cancelled the statement (57014), or a lock did not come in time (55P03).
 */
const NOT_NOW = /^(53...|58...|25006|57014|55P03)$/;

/** PostgreSQL away, starting, or unable to write for a while: worth asking again, and no fault of what was asked. */
export function isPassingOutage(error: unknown): boolean {
  return isConnectionLoss(error) || NOT_NOW.test(codeOf(error));
}

/** The server lets this user or this database in no more: of settings at a start, and of what an operator does there at run time. */
export function isShutOut(error: unknown): boolean {
  return isShutOutForNow(error) || /^(28...|3D000|57P04)$/.test(codeOf(error));
}

/**
 * It lets them in no more through what an operator does there for a while, whatever the settings say: NOLOGIN and pg_hba.conf (28000),
 * REVOKE CONNECT (42501), ALLOW_CONNECTIONS false (55000). The last two codes say that at the door alone.
 */
export function isShutOutForNow(error: unknown): boolean {
  const code = codeOf(error);
  return code === '28000' || (/^(42501|55000)$/.test(code) && isSaidAtDoor(error));
}

/**
 * An outage as a running product sees it, which the database once let in: its name was known then, and a host that is down may lose it; it
 * had the right to all that it asks for, and an operator took it away (42501).
 */
export function isOutage(error: unknown): boolean {
  return isPassingOutage(error) || isShutOut(error) || /^(ENOTFOUND|42501)$/.test(codeOf(error));
}

/** A server may say the severity in a language of its own; a pooler may leave out what wrote the line. */
function isSaidAtDoor(error: unknown): boolean {
  const { severity, routine } = error as { readonly severity?: unknown; readonly routine?: unknown };
  return severity === 'FATAL' || routine === 'CheckMyDatabase';
}

/** The connection broke, or could not be made: nobody knows what became of the statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof Error && LOST.has(error.message)) return true;
  const code = codeOf(error);
  // A server that is away has no socket file either.
  const noSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return noSocket || GONE.has(code) || (code === '08P01' && isSaidAtDoor(error));
}

function codeOf(error: unknown): string {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode ? String(error.code) : '';
}

/**
 * The server is starting up or shutting down, it ended the session that was idle for too long (57P05) or in one transaction for too long
 * (25P04), or the way to it is gone: what was under way there may have been done, or not.
 */
const GONE = new Set(['57P01', '57P02', '57P03', '57P05', '25P04', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

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
  return /^(28...|3D000|57P04)$/.test(codeOf(error));
}

/** The connection broke, or could not be made: nobody knows what became of the statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof Error && LOST.has(error.message)) return true;
  const code = codeOf(error);
  // A server that is away has no socket file either.
  const noSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return noSocket || GONE.has(code);
}

function codeOf(error: unknown): string {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode ? String(error.code) : '';
}

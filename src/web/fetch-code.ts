import { ApiError } from './api/api-error.ts';

/** Code that is fetched when it is first needed did not arrive: the network is away, or a newer version took its place on the server. */
export class CodeMissing extends ApiError {
  constructor(cause: unknown) {
    const code = navigator.onLine ? 'CodeMissing' : 'Offline';
    const error = { code, title: '', message: '', action: 'okay' as const, details: {} };
    super(0, { error, requestId: '' }, null);
    this.cause = cause;
  }
}

/** Runs an `import()`; one that failed is tried anew with the next call. Rejects with CodeMissing, which forms know as they know refusals. */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new CodeMissing(cause);
  }
}

import type { RefusalBody } from '#protocol/site.ts';

export type Action = RefusalBody['error']['action'];

/** A call that did not succeed, in the catalogue's form. `Offline` and `Timeout` are made here: no answer arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly text: string;
  readonly action: Action;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  /** Milliseconds to wait before trying again, where the server says so. */
  readonly retryAfterMs: number | null;

  constructor(status: number, body: RefusalBody, retryAfterMs: number | null) {
    super(`${body.error.code}: ${body.error.message}`);
    this.status = status;
    this.code = body.error.code;
    this.title = body.error.title;
    this.text = body.error.message;
    this.action = body.error.action;
    this.details = body.error.details;
    this.requestId = body.requestId === '' ? null : body.requestId;
    this.retryAfterMs = retryAfterMs;
  }

  /** True where it is not known whether the server did what was asked. */
  get unknownOutcome(): boolean {
    return this.code === 'Offline' || this.code === 'Timeout';
  }
}

/** The number of a request as a person is shown it: where they may have to name it to support. Elsewhere it tells them nothing. */
export function shownNumber({ action, requestId }: Pick<ApiError, 'action' | 'requestId'>): string | null {
  return action === 'support' ? requestId : null;
}

function bare(code: string): RefusalBody {
  return { error: { code, title: '', message: '', action: 'okay', details: {} }, requestId: '' };
}

/** No answer: the network is away (`Offline`), or it took too long (`Timeout`). Texts are the caller's. */
export function noAnswer(code: 'Offline' | 'Timeout'): ApiError {
  return new ApiError(0, bare(code), null);
}

/** Something that no answer explains. */
export function unexpected(): ApiError {
  return new ApiError(0, bare('UnexpectedError'), null);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whoever stands before the server answers in forms of their own, such as `{"error":"Bad Gateway"}`. */
function isRefusal(body: unknown): body is RefusalBody {
  if (!isObject(body) || !isObject(body['error']) || typeof body['requestId'] !== 'string') return false;
  const { error } = body;
  return (
    ['code', 'title', 'message', 'action'].every((name) => typeof error[name] === 'string') &&
    isObject(error['details'])
  );
}

/** The error of an answer outside 2xx. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const wait = Number(response.headers.get('retry-after'));
  const retryAfterMs = Number.isFinite(wait) && wait > 0 ? wait * 1000 : null;
  return new ApiError(response.status, isRefusal(body) ? body : bare('UnexpectedError'), retryAfterMs);
}

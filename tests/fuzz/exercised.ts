import { API_BASE, ENDPOINTS } from '#protocol/api.ts';
import { PLAIN_ROUTES } from '#protocol/pages/plain-routes.ts';

/** Every operation of the protocol's tables, `GET /api/v2/config`: what there is to be exercised. */
export const PROTOCOL: readonly string[] = [
  ...ENDPOINTS.map(({ endpoint }) => `${endpoint.method} ${API_BASE}${endpoint.path.replace(/:(\w+)/g, '{$1}')}`),
  ...PLAIN_ROUTES.map(({ method = 'GET', path }) => `${method} ${path}`),
];

/** Refusals at the door, before an operation begins: who asks, how often, and the form of the request. */
const AT_THE_DOOR: readonly string[] = ['NotSignedIn', 'PermissionsError', 'RateLimit', 'InvalidRequest'];

/** What operations themselves answer so. */
const THEIR_OWN: Readonly<Record<string, string>> = {
  // Who has no cookie is not signed in.
  'GET /api/v2/auth/refresh': 'NotSignedIn',
};

/** Which operations were exercised: one that only ever refused at the door has shown nothing of itself. */
export class Exercised {
  readonly #seen = new Set<string>();

  /** Takes an answer of an operation; `text`: its body. */
  note(operation: string, answer: { readonly status: number; readonly text: string }): void {
    if (!PROTOCOL.includes(operation)) throw new Error(`${operation} is not in the protocol's tables`);
    const code = /"error":\{"code":"(\w+)"/.exec(answer.text)?.[1] ?? '';
    const isRefused = answer.status >= 400 && AT_THE_DOOR.includes(code) && THEIR_OWN[operation] !== code;
    if (!isRefused) this.#seen.add(operation);
  }

  get never(): readonly string[] {
    return PROTOCOL.filter((operation) => !this.#seen.has(operation));
  }

  /** How many, of how many there are. */
  get line(): string {
    return `exercised ${this.#seen.size} operations of ${PROTOCOL.length} in the protocol table`;
  }
}

/** What is published, as far as it could be read. */
export interface PublicRecord {
  /** The root key, hex. */
  readonly root?: string | undefined;
  /** The newest key manifest. */
  readonly keys?: unknown;
  /** The newest hour root; empty before the first. */
  readonly hours: readonly unknown[];
}

/**
 * Reads from the static files of docs/receipts.md 7 below `host` (empty: this origin) what tells whether a receipt has to stand in a root:
 * the same files whatever receipt is checked, so that nobody learns which.
 */
export async function publicRecord(host: string): Promise<PublicRecord> {
  const { root, keys, last_hour: last } = (await read(`${host}/transparency/v1/index.json`)) ?? {};
  const [manifest, hour] = await Promise.all([
    typeof keys === 'number' ? read(`${host}/transparency/v1/keys/${keys}.json`) : null,
    typeof last === 'string' ? read(`${host}/transparency/v1/hours/${last.slice(0, 13)}.json`) : null,
  ]);
  return {
    root: typeof root === 'string' ? root : undefined,
    ...(manifest === null ? {} : { keys: manifest }),
    hours: hour === null ? [] : [hour],
  };
}

/** null: it cannot be read. */
async function read(address: string): Promise<Record<string, unknown> | null> {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok === true ? ((await answer.json().catch(() => null)) as Record<string, unknown> | null) : null;
}

import type { CallAnswer } from '#web/api/calls.ts';
import type { Security } from '#web/api/security.ts';

type Providers = CallAnswer<'factors.socialProviders'>['providers'];

/** A provider in the list of linked accounts. */
export interface LinkRow {
  readonly id: string;
  readonly name: string;
  /** ms; null: not linked. */
  readonly linkedAt: number | null;
}

/** What the server offers, in its order; then what is linked and no longer offered, for it can still be taken away. */
export function linkRows(offered: Providers, links: Security['links']): readonly LinkRow[] {
  const since = new Map(links.map(({ provider, linkedAt }) => [provider, Date.parse(linkedAt)]));
  const left = links.filter(({ provider }) => offered.every(({ id }) => id !== provider));
  return [...offered, ...left.map(({ provider }) => ({ id: provider, name: provider }))].map(({ id, name }) => ({
    id,
    name,
    linkedAt: since.get(id) ?? null,
  }));
}

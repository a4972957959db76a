import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Actor } from '#domain/identity/actor.ts';
import { isStaff } from '#domain/identity/policy.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { Endpoint } from '#protocol/endpoint.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Config } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import type { Identity } from '#server/identity/index.ts';
import type { Route } from '#server/routing/call.ts';

/** Who comes into the back office, and by which host. */
export interface OfficeDoor {
  /** Is this request on a host that the back office answers on? Where it has an origin of its own, on no other. */
  isAt(request: Pick<FastifyRequest, 'headers'>): boolean;
  /** Why somebody whose role would do may not come in: production wants a second proof of every login. null: they may. */
  refuse(endpoint: Endpoint, actor: Actor | null): Promise<Refusal | null>;
  /** Writes down what a member of staff was refused for want of a permission. */
  note(route: Route, who: { readonly actor: Actor | null; readonly address: string }, refusal: Refusal): Promise<void>;
}

export interface OfficeDoorParts {
  readonly config: Config;
  readonly db: Pool;
  readonly log: Logger;
  readonly audit: Pick<Audit, 'write'>;
  readonly identity: { readonly factors: Pick<Identity['factors'], 'secondFactorOf'> };
}

/** Is it one of the hosts that have the back office? */
export function isOfficeHost({ origins }: Pick<Config, 'origins'>, host: string | undefined): boolean {
  return origins.admin === origins.main || (host ?? '').toLowerCase() === new URL(origins.admin).host;
}

export function createOfficeDoor({ config, db, log, audit, identity }: OfficeDoorParts): OfficeDoor {
  return {
    isAt: ({ headers }) => isOfficeHost(config, headers.host),
    refuse: async ({ permission }, actor) => {
      if (permission === undefined || actor === null || config.mode !== 'production') return null;
      const factor = await identity.factors.secondFactorOf(actor.userId);
      return factor === 'none' ? { code: 'SecondFactorRequired' } : null;
    },
    note: async ({ name, endpoint }, { actor, address }, refusal) => {
      if (endpoint.permission === undefined || actor === null) return;
      if (refusal.code !== 'PermissionsError' && refusal.code !== 'SecondFactorRequired') return;
      const missing = refusal.code === 'PermissionsError' ? (refusal.permission ?? endpoint.permission) : refusal.code;
      // Of strangers there may be any number: the log is enough for them.
      if (!isStaff(actor.role)) {
        log.warn({ route: name, userId: actor.userId }, 'somebody who is not staff asked the back office');
        return;
      }
      const entry = {
        actorId: actor.userId,
        role: actor.role,
        action: 'office.refused',
        objectType: 'route',
        objectId: name,
        reason: missing,
        address,
      };
      await transaction(db, (tx) => audit.write(tx, entry));
    },
  };
}

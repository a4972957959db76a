import type { CommandReply } from '../contract.ts';
import type { Reply } from '#server/routing/call.ts';

/** What the engine answered to a command, as a route answers it: the stored body, and whether it is a repeat. */
export function commandReply(status: number, reply: CommandReply): Reply {
  if (!reply.ok) return { refusal: reply.refusal };
  return { status, text: reply.body, ...(reply.replayed ? { headers: { 'idempotency-replayed': 'true' } } : {}) };
}

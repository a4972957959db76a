import type { Permission } from '#domain/office/permissions.ts';
import { holds } from '#domain/office/permissions.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { Refusal } from '#domain/refusals.ts';
import { ROW_ID } from '#protocol/codecs.ts';
import { DESKS, type DeskId, type DeskRow } from '#protocol/office/desks.ts';
import type { Desks, Staff } from '#server/desk/index.ts';
import type { RecordHead } from '#server/desk/contract.ts';
import type { AskedRecord } from './contract.ts';

export const NOT_THERE: Refusal = { code: 'NotFound' };

/** Why this person may not; null: they may. */
export function refuseWithout(by: Staff, permission: Permission): Refusal | null {
  return holds(by.role, permission) ? null : { code: 'PermissionsError', permission };
}

/** The row of a desk that this person may see. */
export function deskFor(by: Staff, id: string): Outcome<DeskRow & { readonly id: DeskId }> {
  const row = DESKS.find((desk) => desk.id === id);
  if (row === undefined) return refused(NOT_THERE);
  const refusal = refuseWithout(by, row.permission);
  return refusal === null ? ok(row) : refused(refusal);
}

export interface Opened {
  readonly desk: DeskId;
  readonly id: string;
  readonly head: RecordHead;
}

/** A record that this person may see. */
export async function openRecord(desks: Desks, by: Staff, asked: AskedRecord): Promise<Outcome<Opened>> {
  const desk = deskFor(by, asked.desk);
  if (!desk.ok) return desk;
  const seat = desks.deskOf(desk.value.id).record;
  if (seat === undefined || !(seat.id ?? ROW_ID).test(asked.id)) return refused(NOT_THERE);
  const head = await seat.read(asked.id, by);
  return head === null ? refused(NOT_THERE) : ok({ desk: desk.value.id, id: asked.id, head });
}

/** Where a page begins, if its cursor is one of the list. */
export function pageFrom(
  asked: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  after: RegExp = ROW_ID,
): Outcome<{ readonly limit: number; readonly after: string | null }> {
  if (asked.cursor !== undefined && !after.test(asked.cursor)) {
    return refused({ code: 'InvalidRequest', fields: { cursor: 'malformed' } });
  }
  return ok({ limit: asked.limit ?? 50, after: asked.cursor ?? null });
}

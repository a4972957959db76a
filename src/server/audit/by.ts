import { userInfo } from 'node:os';
import type { Role } from '#domain/identity/actor.ts';
import type { AuditEntry } from './audit.ts';

/** The shell of an installation. Whoever has it has the database: it is nobody's account. */
export interface Shell {
  readonly kind: 'shell';
  /** User of the operating system. */
  readonly osUser: string;
}

/** A colleague who signed in to the back office. */
export interface Staff {
  readonly kind: 'staff';
  readonly userId: string;
  readonly role: Role;
  readonly sessionId: string;
  /** Network address. */
  readonly address?: string | undefined;
}

export type AuditActor = Pick<AuditEntry, 'actorId' | 'role' | 'sessionId' | 'osUser' | 'requestId' | 'address'>;

/** Who acts for the house. Shell and back office call the same functions with it. */
export type By = Shell | Staff;

/** Two people or more, by a request that was approved (`src/server/approvals`). Who they are has entries of its own. */
interface ByRequest {
  readonly kind: 'approved';
  readonly requestId: string;
}

/** An act of the house on somebody or something, and why: the reason is for the audit log. */
export interface HouseAct {
  readonly by: By;
  readonly reason: string;
}

/** This process, started from a shell. */
export function thisShell(): Shell {
  return { kind: 'shell', osUser: osUserName() };
}

/** Who acts, as an entry of the audit log names them. */
export function actorOf(by: By | ByRequest): AuditActor {
  if (by.kind === 'approved') return { actorId: null, role: 'SYSTEM', requestId: by.requestId };
  if (by.kind === 'shell') return { actorId: null, role: 'SYSTEM', osUser: by.osUser };
  const { userId, role, sessionId, address } = by;
  return { actorId: userId, role, sessionId, address };
}

function osUserName(): string {
  try {
    return userInfo().username;
  } catch {
    // An account of a container may have a number and no name.
    return String(process.getuid?.() ?? 'unknown');
  }
}

import type { Role } from '#domain/identity/actor.ts';
import { transaction } from '#server/db/index.ts';
import { letNameThrough } from '#server/verification/index.ts';
import type { Ask } from '#tests/http-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import type { TestServer } from '#tests/server.ts';

const PASSWORD = 'Harbour-7-Lantern';

/** A person of a role who signed up and in as people do; staff gets the role in between, as the command would give it. */
export async function signedInPerson(server: TestServer, ask: Ask, role: Role): Promise<Person> {
  if (role === 'DEMO') return personOf(server, role);
  const email = `${role.toLowerCase()}.${Date.now()}@example.com`;
  const headers = { 'x-forwarded-for': `198.51.100.${role.charCodeAt(0)}` };
  const registered = await ask('/api/v2/auth/registration', {
    method: 'POST',
    headers,
    body: { email, password: PASSWORD, country: 'DE', residentDeclaration: true },
  });
  if (registered.status !== 201) throw new Error(`no account: ${registered.text}`);
  const id = String(registered.json['user']?.['id']);
  await transaction(server.pool, async (tx) => {
    await tx.query('UPDATE app_user SET role = $2, email_confirmed_at = now() WHERE id = $1', [id, role]);
    await letNameThrough(tx, id);
  });
  const signedIn = await ask('/api/v2/auth/login', { method: 'POST', headers, body: { email, password: PASSWORD } });
  if (signedIn.status !== 200) throw new Error(`no session: ${signedIn.text}`);
  const token = String(signedIn.json['accessToken']);
  const profile = await ask('/api/v2/user/profile', { token });
  if (String(profile.json['role']) !== role) throw new Error(`signed in as ${String(profile.json['role'])}`);
  return { token, id };
}

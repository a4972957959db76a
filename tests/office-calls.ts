/** Calls to the back office, as a browser at its host makes them. */
import { request } from 'node:http';
import type { Answered } from './http-calls.ts';
import { proveAgain } from './matrix/objects.ts';
import type { Person } from './people.ts';
import type { TestServer } from './server.ts';

export const ADMIN_ORIGIN = 'http://office.test';

export type Office = (
  path: string,
  who: Person | null,
  sent?: { readonly method?: string; readonly body?: unknown },
) => Promise<Answered>;
export type ActOn = (id: string, act: string, who: Person) => (body: unknown) => Promise<Answered>;

/** Calls of a server that was started with `ADMIN_ORIGIN`. */
export function officeOf({ origin }: Pick<TestServer, 'origin'>): Office {
  const { port } = new URL(origin);
  return async (path, who, { method = 'GET', body } = {}) => {
    // A form says by itself what it is.
    const form = body instanceof FormData ? new Response(body) : null;
    const type = form === null ? 'application/json' : (form.headers.get('content-type') ?? '');
    const bytes = form === null ? JSON.stringify(body) : Buffer.from(await form.arrayBuffer());
    return new Promise((resolve, reject) => {
      const headers = {
        host: new URL(ADMIN_ORIGIN).host,
        ...(who === null ? {} : { authorization: `Bearer ${who.token}` }),
        ...(body === undefined ? {} : { 'content-type': type }),
      };
      const sent = request({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => (text += part));
        answer.on('end', () => {
          const json = text.startsWith('{') ? (JSON.parse(text) as Answered['json']) : ('' as Answered['json']);
          resolve({ status: answer.statusCode ?? 0, headers: new Headers(), text, json });
        });
      });
      sent.on('error', reject);
      sent.end(bytes);
    });
  };
}

/** Acts on a record, by desk and id: `people/<id>`. */
export function actsBy(office: Office): ActOn {
  return (id, act, who) => (body) => office(`/api/v2/office/desks/${id}/acts/${act}`, who, { method: 'POST', body });
}

/** Rows of a list or of a part. */
export function rowsOf({ json }: Answered) {
  return json['rows'] as unknown as { id: string; cells: ({ v: string } | null)[] }[];
}

/** Approves the one request that waits: what it answers, and what its page said. */
export async function approveOpen(server: TestServer, office: Office, second: Person) {
  const open = await office('/api/v2/office/desks/approvals?filter=state%3DOPEN', second);
  const id = String(rowsOf(open)[0]?.id);
  const page = (await office(`/api/v2/office/desks/approvals/${id}`, second)).json;
  const [asked] = page['facts'] as unknown as { lines: { label: string; value: unknown }[] }[];
  const shown = page['acts'] as unknown as { id: string; fields: { value?: string }[] }[];
  const digest = shown.find((act) => act.id === 'approve')?.fields[0]?.value ?? '';
  await proveAgain(server, second.id);
  const body = { reason: 'read and right', fields: { digest } };
  const approved = await actsBy(office)(`approvals/${id}`, 'approve', second)(body);
  return { said: approved.json['said'], lines: asked?.lines };
}

import { until } from '#tests/http-calls.ts';
import { slugOf } from '#domain/events/terms.ts';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { FEW_EVENTS } from '#server/events/samples/catalogue.ts';
import type { EventCard, EventWire } from '#protocol/events/events.ts';

/** Settings of a product with a handful of sample events, whose results can be challenged for seconds. */
export const WITH_EVENTS = { LOCAL_CHAIN: 'on', SAMPLES: 'few', WAITS: 'short' } as const;

const slugIn = (category: string) =>
  slugOf(FEW_EVENTS.find((event) => event.category === category && event.end === undefined)!.title);
/** Where one is found that stays open, in every view. */
export const FIRST_EVENT = slugIn('crypto');
/** One that a story may bring to its end. */
const TO_END = slugIn('tech');

/** Sample events of a product (`WITH_EVENTS`). They are written after it is ready. */
export async function sampleEventsOf(origin: string): Promise<{
  readonly open: EventCard;
  readonly toEnd: EventCard;
  readonly paid: EventCard;
}> {
  const list = async () => {
    const answer = await fetch(`${origin}/api/v2/events`);
    const { items } = (await answer.json()) as { readonly items: readonly EventCard[] };
    const at = (slug: string) => items.find((event) => event.slug === slug);
    return {
      open: at(FIRST_EVENT),
      toEnd: at(TO_END),
      paid: items.find(({ markets }) => markets[0]?.state === 'PAID'),
    };
  };
  return until('the sample events', async () => {
    const { open, toEnd, paid } = await list();
    return open === undefined || toEnd === undefined || paid === undefined ? null : { open, toEnd, paid };
  });
}

/** Closes the market of an event, and says its result: an editor, a resolver and another one, each by the routes of their desk. */
export async function resolveYes(origin: string, slug: string): Promise<void> {
  const answer = await fetch(`${origin}/api/v2/events/${slug}`);
  const event = (await answer.json()) as EventWire;
  const [editor, resolver, second] = await Promise.all(
    ['editor', 'resolver', 'resolver2'].map((name) => colleague(origin, name)),
  );
  const desk = `/office/desks/events/${event.markets[0]!.id}/acts`;
  const fields = {
    outcome: 'YES',
    url: 'https://heron-launch.example/flights',
    sha256: 'ab'.repeat(32),
    factAt: new Date().toISOString(),
  };
  await editor!(`${desk}/close`, { reason: 'it landed', fields: {} });
  // Its books end within a second of the close; before that no result is taken.
  const propose = () => resolver!(`${desk}/propose`, { reason: 'it reached orbit', fields });
  await until('a result is taken', () => propose().catch(() => null));
  await second!(`${desk}/confirm`, { reason: 'it reached orbit', fields: {} });
}

type Post = (path: string, body: unknown) => Promise<Readonly<Record<string, string>>>;

/** One of the colleagues of a sandbox, signed in: posts as them. */
async function colleague(origin: string, name: string): Promise<Post> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const post: Post = async (path, body) => {
    const answer = await fetch(`${origin}/api/v2${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Readonly<Record<string, string>>;
  };
  const { accessToken } = await post('/auth/login', {
    email: `${name}@sandbox.example`,
    password: SAMPLE_PASSWORD,
  });
  headers['authorization'] = `Bearer ${accessToken}`;
  return post;
}

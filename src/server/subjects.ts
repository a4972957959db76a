import { ENDPOINTS, type API } from '#protocol/api.ts';
import { APPROVALS } from './approvals/subject.ts';
import { AUDIT } from './audit/subject.ts';
import { BLOG_SUBJECT } from './blog/subject.ts';
import { BULK } from './bulk/subject.ts';
import { CASHIER } from './cashier/subject.ts';
import { COMMENTS_SUBJECT } from './comments/subject.ts';
import { DEPOSITS_SUBJECT } from './deposits/subject.ts';
import { EVENTS_SUBJECT } from './events/subject.ts';
import { HELP_SUBJECT } from './help/subject.ts';
import { FIAT_SUBJECT } from './fiat/subject.ts';
import { HEARTBEATS } from './heartbeats/subject.ts';
import { HTTP } from './http/subject.ts';
import { IDEAS_SUBJECT } from './ideas/subject.ts';
import { IDEMPOTENCY_PERSONAL_DATA } from './idempotency/personal-data.ts';
import { IDENTITY } from './identity/subject.ts';
import { LEDGER } from './ledger/subject.ts';
import { LIMITS } from './limits/subject.ts';
import { MAIL } from './mail/subject.ts';
import { NEWS_SUBJECT } from './news/subject.ts';
import { NOTIFICATIONS } from './notifications/subject.ts';
import { OFFICE } from './office/subject.ts';
import type { PersonalPart } from './personal-data/index.ts';
import { PRICES } from './prices/subject.ts';
import { PRIVACY } from './privacy/subject.ts';
import { PROOFS } from './proofs/subject.ts';
import type { Provider } from './providers/index.ts';
import { PROVIDERS } from './providers/subject.ts';
import type { Handlers, Route } from './routing/call.ts';
import { SETTINGS_SUBJECT } from './settings/subject.ts';
import type { BaseParts, Routes, Subject } from './subject.ts';
import { STATUS_SUBJECT } from './status/subject.ts';
import { SUPPORT } from './support/subject.ts';
import { TRADING } from './trading/subject.ts';
import { TREASURY } from './treasury/subject.ts';
import { UPKEEP } from './upkeep/subject.ts';
import type { UpkeepDefinition } from './upkeep/upkeep.ts';
import { VAULT_PERSONAL_DATA } from './vault/personal-data.ts';
import { VERIFICATION } from './verification/subject.ts';

/**
 * Every subject of the web thread. They are created in this order, so that one stands below those whose parts it needs; what they hold of
 * people stands in this order in the file of a person's data.
 */
export const SUBJECTS = [
  MAIL,
  PROVIDERS,
  APPROVALS,
  IDENTITY,
  VERIFICATION,
  PRIVACY,
  NOTIFICATIONS,
  LIMITS,
  CASHIER,
  DEPOSITS_SUBJECT,
  FIAT_SUBJECT,
  TREASURY,
  TRADING,
  EVENTS_SUBJECT,
  COMMENTS_SUBJECT,
  SUPPORT,
  IDEAS_SUBJECT,
  HELP_SUBJECT,
  BLOG_SUBJECT,
  NEWS_SUBJECT,
  PROOFS,
  LEDGER,
  SETTINGS_SUBJECT,
  HEARTBEATS,
  { personalData: IDEMPOTENCY_PERSONAL_DATA },
  { personalData: VAULT_PERSONAL_DATA },
  AUDIT,
  PRICES,
  OFFICE,
  BULK,
  HTTP,
  STATUS_SUBJECT,
  UPKEEP,
] as const;

/** What subjects hold of people. */
export const PERSONAL_PARTS: readonly PersonalPart[] = SUBJECTS.flatMap(
  (subject: Subject) => subject.personalData ?? [],
);

/** Outside providers that subjects ask. */
export const PROVIDER_LIST: readonly Provider[] = SUBJECTS.flatMap((subject: Subject) => subject.providers ?? []);

type List = typeof SUBJECTS;
type Listed = List[number];
type Step = 'offers' | 'create' | 'routes';
/** What a function of a manifest needs, and what it gives. */
type Needs<S, K extends Step> = S extends Readonly<Record<K, (parts: infer P) => unknown>> ? P : unknown;
type Gives<S, K extends Step> = S extends Readonly<Record<K, (parts: never) => infer R>> ? Awaited<R> : object;
/** `A | B` as `A & B`. */
type All<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

/** What is there before a subject is created. */
type Given = BaseParts & {
  readonly personalData: readonly PersonalPart[];
  readonly providerList: readonly Provider[];
} & All<Gives<Listed, 'offers'>>;

/** The parts when each of a list has been created on top of `Have`; the first whose needs are not met is in `lacks`. */
type Created<L, Have> = L extends readonly [infer S, ...infer Rest]
  ? Have extends Needs<S, 'create'>
    ? Created<Rest, Have & Gives<S, 'create'>>
    : { readonly lacks: Exclude<keyof Needs<S, 'create'>, keyof Have>; readonly subject: S }
  : Have;

/** Everything that routes, followers, jobs and upkeep may name. */
export type Parts = Created<List, Given>;

/** Does not compile while a function of a manifest needs a part that nobody gives. */
const LIST: readonly Subject<Parts>[] = SUBJECTS;

/** Creates every subject, in the order of the list. */
export async function openSubjects(base: BaseParts): Promise<Parts> {
  const parts = { ...base, personalData: PERSONAL_PARTS, providerList: PROVIDER_LIST };
  // `Given` and `Created` say that each finds what it needs at its turn.
  const upTo = parts as unknown as Parts;
  for (const { offers } of LIST) Object.assign(parts, await offers?.(upTo));
  for (const { create } of LIST) Object.assign(parts, await create?.(upTo));
  for (const { twoPeople } of LIST) for (const act of twoPeople?.(upTo) ?? []) upTo.approvals.add(act);
  for (const { deliveries } of LIST) for (const one of deliveries?.(upTo) ?? []) upTo.providers.add(one);
  return upTo;
}

/** Does not compile while an endpoint has no handler in any manifest. */
type Answered =
  All<Gives<Listed, 'routes'>> extends { readonly [S in keyof typeof API]: Handlers<(typeof API)[S]> }
    ? readonly Route[]
    : never;

/** Every row of the tables with its handler. */
export function routesOf(parts: Parts): Answered {
  const handlers = new Map<string, unknown>(
    LIST.flatMap(({ routes }) =>
      Object.entries<Routes[keyof Routes]>(routes?.(parts) ?? {}).flatMap(([table, rows]) =>
        Object.entries(rows ?? {}).map(([row, handler]) => [`${table}.${row}`, handler] as const),
      ),
    ),
  );
  const routes = ENDPOINTS.map(({ name, endpoint }): Route => {
    const handler = handlers.get(name);
    if (handler === undefined) throw new Error(`The endpoint ${name} has no handler.`);
    // The table's own schemas made this input: the row and its handler agree by `Handlers`.
    return { name, endpoint, handler: handler as Route['handler'] };
  });
  return routes;
}

/** Lets every follower of the subjects follow. */
export function follow(parts: Parts): void {
  for (const { followers } of LIST) for (const follower of followers?.(parts) ?? []) parts.facts.follow(follower);
}

/** Lets the subjects do the jobs that are put in. */
export function work(parts: Parts): void {
  for (const { jobs } of LIST) for (const one of jobs?.(parts) ?? []) parts.jobs.add(one);
}

/** Lets every subject bring what it has to the back office. */
export function furnish(parts: Parts): void {
  for (const { office } of LIST) if (office !== undefined) parts.desks.add(office(parts));
}

/** What the subjects have done by itself. */
export function upkeepOf(parts: Parts): readonly UpkeepDefinition[] {
  return LIST.flatMap(({ upkeep }) => upkeep?.(parts) ?? []);
}

import assert from 'node:assert/strict';
import type { SUPPORT } from '#protocol/tables/content/support.ts';
import type { Actor } from '#domain/identity/actor.ts';
import { addressGroup } from '#server/routing/address-group.ts';
import { answer, answerOk } from '#server/routing/answer.ts';
import { signedIn, type Handlers, type Reply } from '#server/routing/call.ts';
import type { Support, TakeGuess } from './contract.ts';

const ABSENT: Reply = { refusal: { code: 'NotFound' } };
const NO_LINK: Reply = { refusal: { code: 'IncorrectToken' } };

/** As far as it counts how often somebody asks. */
interface Client {
  readonly address: string;
  readonly network: string;
  readonly userAgent: string | null;
  readonly deviceCookie: null;
  readonly refreshCookie: null;
  readonly language: string;
}

export interface SupportRouteParts {
  readonly support: Support;
  readonly identity: { readonly signUp: { readonly takeGuess: TakeGuess<Client> } };
}

/** Who practises has no address of their own: a visitor. */
const personOf = (actor: Actor | null) => (actor === null || actor.realm === 'demo' ? null : actor.userId);

export function supportRoutes({ support, identity }: SupportRouteParts): Handlers<typeof SUPPORT> {
  return {
    begin: async (call) => {
      const { challenge, proof, terms: _agreed, ...given } = call.body;
      const userId = personOf(call.actor);
      if (userId === null) {
        const client = {
          address: call.address,
          network: addressGroup(call.address),
          userAgent: null,
          deviceCookie: null,
          refreshCookie: null,
          language: call.locale,
        };
        const tooMany = await identity.signUp.takeGuess({ email: given.email, client, answer: { challenge, proof } });
        if (tooMany !== null) return { refusal: tooMany };
      }
      const begun = await support.begin(given, { userId, language: call.locale });
      return begun.ok ? { status: 201, json: begun.value } : { refusal: begun.refusal };
    },
    list: async (call) => ({ status: 200, json: { items: await support.ofPerson(signedIn(call).userId) } }),
    one: async (call) => {
      const ticket = await support.read(call.params.id, signedIn(call).userId);
      return ticket === null ? ABSENT : { status: 200, json: ticket };
    },
    write: async (call) =>
      answer(await support.write(call.params.id, { userId: signedIn(call).userId, text: call.body.message })),
    rate: async (call) =>
      answer(await support.rate(call.params.id, { userId: signedIn(call).userId, rating: call.body.rating })),
    rateByLink: async ({ body }) => answer(await support.rateByToken(body.token, body.rating)),
    rating: async ({ body }) => {
      const said = await support.ratingByMail(body.token);
      return said === null ? NO_LINK : { status: 200, json: said };
    },
    rateByMail: async ({ body }) => answer(await support.rateByMail(body.token, body.rating)),
    times: async () => ({ status: 200, json: await support.times() }),
    byLink: async ({ body }) => {
      const ticket = await support.readByToken(body.token);
      return ticket === null ? NO_LINK : { status: 200, json: ticket };
    },
    addFile: async (call) => {
      assert(call.file !== null, 'a route for files was reached without one');
      const file = { userId: signedIn(call).userId, bytes: call.file.bytes };
      return answer(await support.addFile(call.params.id, file));
    },
    addFileByLink: async ({ file, query }) => {
      assert(file !== null, 'a route for files was reached without one');
      return answer(await support.addFileByToken(query.token, file.bytes));
    },
    addFileOfAgent: async (call) => {
      assert(call.file !== null, 'a route for files was reached without one');
      const file = { agent: signedIn(call).userId, bytes: call.file.bytes };
      return answerOk(await support.addFileOfAgent(call.params.id, file));
    },
    writeByLink: async ({ body }) => answer(await support.writeByToken(body.token, body.message)),
  };
}

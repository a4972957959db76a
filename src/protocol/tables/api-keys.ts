import { apiKeysAnswer, apiKeyWire, newApiKeyAnswer, newApiKeyBody } from '../api-keys.ts';
import { pathId } from '../codecs.ts';
import { endpoints } from '../endpoint.ts';

/** Keys of programs; only a signed-in person makes and ends them. */
export const API_KEYS = endpoints({
  list: {
    method: 'GET',
    path: '/user/api-keys',
    summary: 'Living API keys of the person, without their secrets.',
    callers: ['USER'],
    answers: { 200: apiKeysAnswer },
    rate: 300,
  },
  create: {
    method: 'POST',
    path: '/user/api-keys',
    summary: 'Makes an API key; its secret is in this answer only.',
    callers: ['USER'],
    body: newApiKeyBody,
    answers: { 201: newApiKeyAnswer },
    refusals: ['StepUpRequired'],
    rate: 30,
    stepUp: true,
  },
  revoke: {
    method: 'DELETE',
    path: '/user/api-keys/:id',
    summary: 'Ends an API key at once, its sockets too.',
    callers: ['USER'],
    params: pathId('a key'),
    answers: { 200: apiKeyWire },
    refusals: ['StepUpRequired', 'NotFound'],
    owner: 'id',
    rate: 60,
    stepUp: true,
  },
});

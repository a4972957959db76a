import { expect, it } from 'vitest';
import { encryptPush, freshChance, isPublicKey, padded } from './encrypt.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

// The keys of RFC 8291, appendix A; the message as http_ece 1.2.1, which web-push uses, writes it with them and this salt.
const SUBSCRIPTION = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const CHANCE = {
  secret: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  salt: bytes('DGv6ra1nlYgDCS1FRnzvlA'),
};
const MESSAGE =
  'DGv6ra1nlYgDCS1FRnzvlAAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A-k-IBUCsBcw8ilmSTuHIHzbaPm6Y5XUKnqL4bEOxtS5bE83M3y9EPUsnrSTuS8HL2nHq_hBm1xoi3_';

it('writes a message as another implementation of RFC 8291 does', () => {
  const message = Buffer.from('When I grow up, I want to be a watermelon');
  expect(encryptPush(message, SUBSCRIPTION, CHANCE).toString('base64url')).toBe(MESSAGE);
});

it('writes no two alike, and none that is too long for one record', () => {
  const write = (message: Buffer) => encryptPush(message, SUBSCRIPTION, freshChance());
  expect(write(Buffer.from('a'))).not.toEqual(write(Buffer.from('a')));
  expect(write(Buffer.alloc(3_992)).length).toBe(4_095);
  expect(() => write(Buffer.alloc(4_000))).toThrow('too long');
});

it('knows a point of the curve', () => {
  expect(isPublicKey(SUBSCRIPTION.p256dh)).toBe(true);
  expect(isPublicKey(bytes(SUBSCRIPTION.p256dh).fill(1, 1).toString('base64url'))).toBe(false);
});

it('makes messages of different words equally long', () => {
  expect(padded('{"a":1}').length).toBe(512);
  expect(JSON.parse(padded('{"a":1}').toString())).toEqual({ a: 1 });
  expect(padded('x'.repeat(513)).length).toBe(1_024);
});

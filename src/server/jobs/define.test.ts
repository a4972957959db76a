import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineJob } from './define.ts';

const named = (payload: z.ZodType<object>) => () =>
  defineJob({ name: 'mail.send', payload, tries: 3, longestMs: 1_000 });

describe('the payload of a job', () => {
  it.each([
    [z.object({})],
    [z.object({ mailId: z.uuid(), count: z.int(), realm: z.enum(['real', 'demo']), kind: z.literal('one') })],
    [z.object({ ids: z.array(z.uuid()), amount: z.string().regex(/^\d+$/), until: z.uuid().nullable() })],
  ])('may hold ids, numbers and words of a closed set: %#', (payload) => {
    expect(named(payload)).not.toThrow();
  });

  it.each([
    [z.object({ to: z.string() }), 'payload.to'],
    [z.object({ ids: z.array(z.string()) }), 'payload.ids[]'],
    [z.object({ person: z.object({ name: z.string().nullable() }) }), 'payload.person.name'],
    [z.object({ who: z.union([z.int(), z.tuple([z.string()])]) }), 'payload.who[][]'],
    [z.record(z.uuid(), z.string()), 'payload[]'],
  ])('has no room for what people wrote: %#', (payload, path) => {
    expect(named(payload)).toThrow(`the job mail.send takes free text: ${path}`);
  });
});

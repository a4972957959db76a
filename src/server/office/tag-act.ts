import type { Pool } from 'pg';
import { ok, refused } from '#domain/outcome.ts';
import type { Audit } from '#server/audit/index.ts';
import type { ActSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { transacted } from '#server/desk/index.ts';
import { putTags, tagsOf } from './store.ts';

const TAG = /^[a-z0-9][a-z0-9 -]{0,23}$/;
const MOST = 12;

/** One tag more on a person: what the page of one does by its own field, for many at once. */
export function tagAct({ db, audit }: { readonly db: Pool; readonly audit: Pick<Audit, 'write'> }): ActSeat {
  return {
    desk: 'people',
    id: 'tag',
    label: 'Add a tag',
    text: 'Colleagues see it beside the name. The person doesn’t.',
    permission: 'office.work',
    rule: 'One person, at once.',
    order: 70,
    fields: [{ name: 'tag', label: 'Tag', kind: 'text' }],
    refuses: () => Promise.resolve(null),
    ...transacted(db, async (tx, { id: record, by, reason, fields }) => {
      const tag = (fields['tag'] ?? '').trim().toLowerCase();
      if (!TAG.test(tag)) return wrongField('tag', 'malformed');
      const key = { desk: 'people', record };
      const before = await tagsOf(tx, key);
      if (before.includes(tag)) return refused({ code: 'ActRefused', why: 'They have this tag already.' });
      if (before.length >= MOST) return refused({ code: 'ActRefused', why: `They have ${MOST} tags already.` });
      const tags = [...before, tag].toSorted();
      await putTags(tx, key, { tags, userId: record });
      const { userId, role, address } = by;
      const of = { objectType: 'people', objectId: record, subjectId: record, reason, address };
      await audit.write(tx, { actorId: userId, role, action: 'tags.set', ...of, before: [...before], after: tags });
      return ok('Tagged.');
    }),
  };
}

import { ok, refused } from '#domain/outcome.ts';
import { actorOf } from '#server/audit/index.ts';
import type { ActSeat } from '#server/desk/contract.ts';
import { transacted } from '#server/desk/index.ts';
import type { NewsParts } from '../contract.ts';
import { feedStates, lockFeed, switchFeed } from '../store.ts';

const SWITCHES = [
  {
    id: 'switch-off',
    isOff: true,
    label: 'Switch off',
    text: 'It isn’t read any more, and none of its stories is shown.',
    rule: 'A source that is wrong, advertises, or asked us to stop.',
    said: 'It is switched off.',
    action: 'news.off',
    not: 'It is switched off already.',
    danger: true,
  },
  {
    id: 'switch-on',
    isOff: false,
    label: 'Switch on',
    text: 'It is read with the next turn, within ten minutes.',
    rule: 'Once the reason against it is gone.',
    said: 'It is switched on.',
    action: 'news.on',
    not: 'It is switched on.',
  },
] as const;

/** What editors do with a feed. Which feeds there are is a setting of the operator. */
export function feedActs({ db, audit }: Pick<NewsParts, 'db' | 'audit'>): readonly ActSeat[] {
  return SWITCHES.map(({ isOff, said, action, not, ...seat }, at): ActSeat => ({
    ...seat,
    desk: 'feeds',
    permission: 'content.write',
    order: at,
    refuses: async ({ id }) => ((await feedStates(db, [id])).get(id)?.isOff === !isOff ? null : not),
    ...transacted(db, async (tx, { id, by, reason }) => {
      const feed = await lockFeed(tx, id);
      if (feed === null) return refused({ code: 'NotFound' });
      if (feed.isOff === isOff) return refused({ code: 'ActRefused', why: not });
      await switchFeed(tx, { id, isOff });
      await audit.write(tx, {
        ...actorOf(by),
        action,
        objectType: 'feeds',
        objectId: id,
        reason,
        before: { isOff: !isOff },
        after: { isOff },
      });
      return ok(said);
    }),
  }));
}

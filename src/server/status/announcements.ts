import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { toldNow, type Told } from '#domain/settings/announcements.ts';
import { toIso, toIsoOrNull } from '#protocol/codecs.ts';
import type { AnnouncementsWire } from '#protocol/status/status.ts';
import { repositoryRoot } from '#server/root.ts';
import { LANGUAGE_TAGS, type Locale } from '#server/routing/language.ts';
import type { StatusParts } from './contract.ts';

const texts = new Map<Locale, Readonly<Record<string, string>>>();

/** The texts of the status page in a language, read once. */
function textsOf(locale: Locale): Readonly<Record<string, string>> {
  const known = texts.get(locale);
  if (known !== undefined) return known;
  const file = join(repositoryRoot(), 'src/web/i18n/locales', locale, 'status.json');
  const read = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
  texts.set(locale, read);
  return read;
}

/** What everybody is told of work on the product now, written out in a language. */
export function announcementsIn(
  { clock, settings, config }: Pick<StatusParts, 'clock' | 'settings' | 'config'>,
  locale: Locale,
): AnnouncementsWire {
  const messages = textsOf(locale);
  const tag = LANGUAGE_TAGS[locale];
  const say = (key: string, values: Readonly<Record<string, string>> = {}) =>
    String(new IntlMessageFormat(messages[key] ?? '', tag).format({ brand: config.brand, ...values }));
  const when = new Intl.DateTimeFormat(tag, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  const words = (told: Told): readonly [string, string] => {
    if (told.kind === 'paused') {
      const { about, until } = told;
      const text = until === null ? say('paused.open') : say('paused.until', { time: when.format(until) });
      return [say(`paused.${about}`), text];
    }
    const values = { from: when.format(told.from), until: when.format(told.until) };
    return [say('announce.title', { about: told.about }), say(`announce.${told.kind}`, values)];
  };
  return {
    items: toldNow(settings.announcements, settings.modes, clock.now()).map((told) => {
      const [title, text] = words(told);
      return {
        // What has begun is told anew to whoever has put it away as planned.
        id: `${told.kind}.${told.id}`,
        kind: told.kind,
        about: told.about,
        pair: told.pair === '' ? null : told.pair,
        from: told.kind === 'paused' ? null : toIso(told.from),
        until: toIsoOrNull(told.until),
        title,
        text,
      };
    }),
  };
}

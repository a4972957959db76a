import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGeo, type Geo } from './geo.ts';

const folder = mkdtempSync(join(tmpdir(), 'tikvo-geo-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('country of an address, from the packaged data', () => {
  let geo: Geo;
  beforeAll(async () => {
    geo = await createGeo({ config: { geoipFile: null } });
  });

  it.each([
    ['8.8.8.8', 'US'],
    ['::ffff:8.8.8.8', 'US'],
    ['193.0.6.139', 'NL'],
    ['2001:67c:2e8:22::c100:68b', 'NL'],
    ['127.0.0.1', null],
    ['::1', null],
    ['10.1.2.3', null],
    ['', null],
    ['no address', null],
    ['999.1.1.1', null],
  ])('%s: %s', (address, country) => {
    expect(geo.countryOf(address)).toBe(country);
  });

  it('is a hint that refuses only where it is known and not served', () => {
    expect(geo.hintOf('8.8.8.8')).toEqual({ country: 'US', loginRegionAccepted: false });
    expect(geo.hintOf('193.0.6.139')).toEqual({ country: 'NL', loginRegionAccepted: true });
    expect(geo.hintOf('127.0.0.1')).toEqual({ country: null, loginRegionAccepted: true });
  });
});

describe('country of an address, from a file of the operator', () => {
  it('is what the file says', async () => {
    const path = join(folder, 'country.mmdb');
    writeFileSync(path, countryFile('GeoLite2-Country', { firstBit: 1, country: 'SE' }));
    const geo = await createGeo({ config: { geoipFile: path } });
    expect(geo.countryOf('193.0.6.139')).toBe('SE');
    expect(geo.countryOf('8.8.8.8')).toBeNull();
    expect(geo.countryOf('no address')).toBeNull();
  });

  it('must be a file of countries', async () => {
    const path = join(folder, 'asn.mmdb');
    writeFileSync(path, countryFile('GeoLite2-ASN', { firstBit: 1, country: 'SE' }));
    await expect(createGeo({ config: { geoipFile: path } })).rejects.toThrow('not countries');
    writeFileSync(path, 'no database');
    await expect(createGeo({ config: { geoipFile: path } })).rejects.toThrow('no MaxMind database');
  });
});

/** The smallest MaxMind DB (format 2.0): one node, whose records are "nothing" and one country. */
function countryFile(type: string, row: { firstBit: 0 | 1; country: string }): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x40 | value.length]), Buffer.from(value)]);
  const map = (entries: readonly (readonly [string, Buffer])[]) =>
    Buffer.concat([Buffer.from([0xe0 | entries.length]), ...entries.flatMap(([key, value]) => [text(key), value])]);
  const uint16 = (value: number) => Buffer.from([0xa2, value >> 8, value & 255]);
  const uint32 = (value: number) => Buffer.from([0xc1, value]);
  const uint64 = (value: number) => Buffer.from([0x01, 0x02, value]);
  const nodes = 1;
  // A record above the number of nodes points into the data, which begins 16 after them; the number itself is nothing.
  const found = nodes + 16;
  const record = (value: number) => Buffer.from([0, 0, value]);
  const tree = Buffer.concat(row.firstBit === 1 ? [record(nodes), record(found)] : [record(found), record(nodes)]);
  const data = map([['country', map([['iso_code', text(row.country)]])]]);
  const metadata = map([
    ['binary_format_major_version', uint16(2)],
    ['binary_format_minor_version', uint16(0)],
    ['build_epoch', uint64(1)],
    ['database_type', text(type)],
    ['description', map([])],
    ['ip_version', uint16(4)],
    ['languages', Buffer.from([0x00, 0x04])],
    ['node_count', uint32(nodes)],
    ['record_size', uint16(24)],
  ]);
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    data,
    Buffer.from('abcdef', 'hex'),
    Buffer.from('MaxMind.com'),
    metadata,
  ]);
}

import { expect, it } from 'vitest';
import { readOfac } from './ofac-csv.ts';

const row = (remarks: string) => `7,"NOBODY LTD.",-0- ,"X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${remarks}"`;
const addresses = (remarks: string, comments?: string) =>
  readOfac(row(remarks), '', comments).flatMap((entry) => entry.addresses ?? []);
const FIRST = '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h';
const SECOND = '1Kuf2Rd8mDyAViwBozGTNYnvWL8uYFrkVo';

it('reads an address of which the list holds one half and the file of comments the other', () => {
  const remarks = `Digital Currency Address - XBT ${FIRST}; alt. Digital Currency Address - XBT 1Kuf2`;
  const comments = `7,"Rd8mDyAViwBozGTNYnvWL8uYFrkVo; alt. Digital Currency Address - LTC LNwgtMxcKUQ51dw7bQL1yPQjBVZh6QEqsd"\n8,"x"`;
  expect(addresses(remarks, comments)).toEqual([
    { coin: 'XBT', address: FIRST },
    { coin: 'XBT', address: SECOND },
    { coin: 'LTC', address: 'LNwgtMxcKUQ51dw7bQL1yPQjBVZh6QEqsd' },
  ]);
  expect(addresses(remarks)).toEqual([
    { coin: 'XBT', address: FIRST },
    { coin: 'XBT', address: '1Kuf2' },
  ]);
});

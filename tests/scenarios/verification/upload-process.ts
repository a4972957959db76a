/** A process that finishes one upload and is killed before or after the object is written, as `KILL` says. */
import { createAudit } from '#server/audit/index.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool } from '#server/db/index.ts';
import { createLog } from '#server/logging/log.ts';
import { openObjects, type Objects } from '#server/objects/index.ts';
import { createVault } from '#server/vault/index.ts';
import { documentsOf } from '#tests/worlds/documents-world.ts';

const { KILL, PERSON = '', FILE = '', DATABASE_URL = '' } = process.env;
const config = readConfig(process.env);
const clock = systemClock;
const vault = createVault({ config });
const disk = openObjects(config.objects);
const objects: Objects = {
  ...disk,
  put: async (name, bytes) => {
    if (KILL === 'after') await disk.put(name, bytes);
    process.kill(process.pid, 'SIGKILL');
  },
};
const parts = { config, db: createPool(DATABASE_URL), clock, log: createLog(config), vault };
const documents = documentsOf({ ...parts, audit: createAudit({ vault, clock }), objects });
await documents.finish(PERSON, FILE);

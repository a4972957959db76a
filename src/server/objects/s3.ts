import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { assertName, type Objects, type S3Place } from './contract.ts';

const LONGEST_MS = 20_000;

/** Objects in a bucket of a store that speaks S3 (signature version 4, path style). Throws when the store does not do as it is asked. */
export function s3Objects({ url, region, keyId, secret }: S3Place): Objects {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    region,
    service: 's3',
    retries: 3,
  });
  const ask = async (name: string, method: 'GET' | 'PUT' | 'DELETE', body?: Buffer): Promise<Response> => {
    assertName(name);
    const answer = await client.fetch(`${url}/${name}`, {
      method,
      signal: AbortSignal.timeout(LONGEST_MS),
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
        ...(body === undefined ? {} : { 'content-type': 'application/octet-stream' }),
      },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    });
    if (answer.ok || answer.status === 404) return answer;
    // What the store says may name the bucket's owner: the status is enough for the log.
    await answer.body?.cancel();
    throw new Error(`The object store answered ${method} with ${answer.status}.`);
  };
  return {
    async put(name, bytes) {
      const answer = await ask(name, 'PUT', bytes);
      await answer.body?.cancel();
      if (answer.status === 404) throw new Error('The object store has no such bucket.');
    },
    async get(name) {
      const answer = await ask(name, 'GET');
      if (answer.status !== 404) return Buffer.from(await answer.arrayBuffer());
      await answer.body?.cancel();
      return null;
    },
    async remove(name) {
      const answer = await ask(name, 'DELETE');
      await answer.body?.cancel();
    },
  };
}

/** Undefined while nothing is published: the receipt is then checked against its own root key. */
export async function publishedRoot(host: string): Promise<string | undefined> {
  const answer = await fetch(`${host}/transparency/v1/index.json`).catch(() => null);
  if (answer?.ok !== true) return undefined;
  const { root } = (await answer.json()) as { root?: unknown };
  return typeof root === 'string' ? root : undefined;
}

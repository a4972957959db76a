/** Are two texts equal? Looks at every character even after a difference, so that the time taken gives away the length only. */
export function sameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ (other.charCodeAt(at) || 0);
  return difference === 0;
}

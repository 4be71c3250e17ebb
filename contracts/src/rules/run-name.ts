import type { History } from './history.ts'

/**
 * Returns the name of a run in the names of its read models and in epochs: `r3`, and for a restored run `r3-` and a digest of
 * its history; the same for a frozen history. If the log is put back to an older copy, another run may get the same number; read models of different
 * histories must never have the same name.
 */
export function runName([own, ...parents]: History): string {
  if (parents.length === 0 && own.frozenAt === undefined) return `r${own.run}`
  const restored = parents.map(({ run, upTo }) => `${run}:${upTo ?? ''}`).join(' ')
  const text = own.frozenAt === undefined ? restored : `frozen:${own.frozenAt} ${restored}`
  return `r${own.run}-${digest(text)}`
}

/** FNV-1a with 32 bits, as eight hexadecimal digits. */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

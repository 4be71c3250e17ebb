import { scoringChange, withoutFreeze, type History, type ScoringChange } from './history.ts'

/**
 * Returns the name of a run in the names of its read models and in epochs: `r3`, and for a restored run `r3-` and a digest of
 * its history; the same for a frozen history and for one whose scoring was changed. If the log is put back to an older copy, another run may get the same number; read models of different
 * histories must never have the same name.
 */
export function runName(history: History): string {
  const [own, ...parents] = history
  const restored = parents.map(({ run, upTo }) => `${run}:${upTo ?? ''}`).join(' ')
  const scoring = scoringText(scoringChange(history))
  // Admins see a change during a freeze at once: everything that is shown gets another name.
  const trueScoring = scoringText(scoringChange(withoutFreeze(history)))
  const parts = [
    ...(scoring === '' ? [] : [`scoring:${scoring}`]),
    ...(trueScoring === scoring ? [] : [`hidden:${trueScoring}`]),
    ...(own.frozenAt === undefined ? [] : [`frozen:${own.frozenAt}`]),
  ]
  if (parts.length === 0 && parents.length === 0) return `r${own.run}`
  return `r${own.run}-${digest([...parts, restored].join(' '))}`
}

/** The position alone is not enough: a log that was put back may have another change there. */
const scoringText = (change: ScoringChange | undefined): string =>
  change === undefined ? '' : `${change.position}:${JSON.stringify(change.scoring)}`

/** FNV-1a with 32 bits, as eight hexadecimal digits. */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

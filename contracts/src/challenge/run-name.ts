// The technical names of a run, which tell its history from others: for its read models, its leaderboards and all that is shown of it,
// and in the epochs that clients compare, for admins and for everybody else.

import { scoringChange, withoutFreeze, type History } from './history.ts'

/**
 * Returns the name of a run in the names of its read models: `r3`, and for a restored run `r3-` and a digest of its history. If the log
 * is put back to an older copy, another run may get the same number; read models of different histories must never have the same name.
 */
export const runName = (history: History): string => nameOf(history, undefined)

/** Returns the name of the leaderboard of a run: `runName`, and a digest of it if the scoring was changed, on which nothing else depends. */
export const boardName = (history: History): string => {
  const change = scoringChange(history)
  // The position alone is not enough: a log that was put back may have another change there.
  return nameOf(history, change && `${change.position}:${JSON.stringify(change.scoring)}`)
}

/** Returns the name of everything that is shown: admins see a change of the scoring during a freeze at once, everybody else does not. */
export const shownRunName = (history: History): string =>
  history[0].frozenAt === undefined
    ? boardName(history)
    : `${boardName(history)}+${boardName(withoutFreeze(history))}`

/**
 * Returns the name of a run in epochs, which everybody receives. A digest could be guessed, so this one is only of what everybody sees
 * anyway: where something changed, and not what. An epoch also changes when the log is put back, so places are enough.
 */
export const publicRunName = (history: History): string =>
  nameOf(history, scoringChange(history)?.position.toString())

/** Returns `publicRunName` for admins, who see what a freeze hides from others: later changes of the scoring. */
export function trueRunName(history: History): string {
  const trueChange = scoringChange(withoutFreeze(history))
  const isHidden = trueChange !== scoringChange(history)
  return publicRunName(history) + (isHidden ? `~${trueChange?.position}` : '')
}

function nameOf(history: History, scoring: string | undefined): string {
  const [own, ...parents] = history
  const restored = parents.map(({ run, upTo }) => `${run}:${upTo ?? ''}`).join(' ')
  const parts = [
    ...(scoring === undefined ? [] : [`scoring:${scoring}`]),
    ...(own.frozenAt === undefined ? [] : [`frozen:${own.frozenAt}`]),
  ]
  if (parts.length === 0 && parents.length === 0) return `r${own.run}`
  return `r${own.run}-${digest([...parts, restored].join(' '))}`
}

/** FNV-1a with 32 bits, as eight hexadecimal digits. */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

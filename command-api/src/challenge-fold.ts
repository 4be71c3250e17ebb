import {
  evolveChallenge,
  initialChallenge,
  type Begun,
  type ChallengeState,
  type ImportedRun,
} from '@thirty/contracts/events/challenge-state.ts'
import { challengeEvents, type ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import type { Fold } from './fold.ts'

/** What the stream `challenge` says. */
export const challengeFold: Fold<ChallengeState, ChallengeEvent> = {
  events: challengeEvents,
  initial: initialChallenge,
  evolve: evolveChallenge,
}

/** How the current run began; `undefined` for the first one, which began with the installation. */
export const beginningOf = ({ runs: { current, runs } }: ChallengeState): Begun | undefined =>
  runs.get(current)?.begun

/** The number of the next run. Every event that names a run takes its number, whatever it says about the run. */
export const nextRun = ({ runs: { current, runs } }: ChallengeState): number =>
  Math.max(current, ...runs.keys()) + 1

/** The newest attempt to import the file with this final hash; `backup` is the id of the backup of it that is listed. */
export type FileImport = ImportedRun & { run: number; backup?: string }

export function importOf(
  { runs: { runs }, backups }: ChallengeState,
  finalHash: string,
): FileImport | undefined {
  const attempts = [...runs].flatMap(([run, { imported }]) =>
    imported?.finalHash === finalHash ? [{ run, ...imported }] : [],
  )
  const newest = attempts.toSorted((left, right) => Number(left.position - right.position)).at(-1)
  if (newest === undefined) return undefined
  const listed = backups.findLast(({ imported, of }) => imported && of.run === newest.run)
  return { ...newest, ...(listed && { backup: listed.id }) }
}

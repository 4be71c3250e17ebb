import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import type { Recorded } from '../src/fold.ts'

/** Places events of the challenge in a log: the first at position 10, the others 10 after each other. */
export const placed = (...events: readonly ChallengeEvent[]): Recorded<ChallengeEvent>[] =>
  events.map((event, index) => ({
    ...event,
    id: `event-${index}`,
    at: '2026-03-02T08:00:00.000Z',
    position: BigInt(10 * (index + 1)),
    metadata: { correlation: 'spec' },
  }))

type DataOf<Type> = Extract<ChallengeEvent, { type: Type }>['data']

/** Builds an event of the challenge. */
export const challengeEvent = <Type extends ChallengeEvent['type']>(type: Type, data: DataOf<Type>) =>
  // Safe: the data is that of the type.
  ({ type, data }) as ChallengeEvent

export const startedAt = (startsAt: string, run = 1) => challengeEvent('ChallengeStarted', { run, startsAt })
/** A backup that an admin made. */
export const manualBackup = (backup: string, run: number, upTo: string) =>
  challengeEvent('BackupCreated', { backup, name: 'Halfway', automatic: false, of: { run, upTo } })
const automaticBackup = (backup: string, name: string, run: number) =>
  challengeEvent('BackupCreated', { backup, name, automatic: true, of: { run } })
/** The two events of a reset that began `run`. `of` is the run before. */
export const resetTo = (run: number, backup: string, of: number) => [
  automaticBackup(backup, 'Before reset', of),
  challengeEvent('ChallengeReset', { run, backup }),
]
/** The two events of a restore of a backup that began `run`. `of` is the run before. */
export const restoredTo = (run: number, { safety, of, restored, parent }: RestoredBackup) => [
  automaticBackup(safety, 'Before restore', of),
  challengeEvent('BackupRestored', { run, backup: restored, parent }),
]
type RestoredBackup = { safety: string; of: number; restored: string; parent: { run: number; upTo?: string } }
export const deletedBackup = (backup: string) => challengeEvent('BackupDeleted', { backup })

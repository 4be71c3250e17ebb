import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import type { Recorded } from '@thirty/command-api/fold.ts'

/** Places events of the challenge in a log: the first at position 10, the others 10 after each other. */
export const placed = (...events: readonly ChallengeEvent[]): Recorded<ChallengeEvent>[] =>
  events.map((event, index) => ({
    ...event,
    id: `event-${index}`,
    at: '2026-03-02T08:00:00.000Z',
    position: BigInt(10 * (index + 1)),
    metadata: { correlation: 'spec' },
  }))

export const startedAt = (startsAt: string, run = 1): ChallengeEvent => ({
  type: 'ChallengeStarted',
  data: { run, startsAt },
})
/** A backup that an admin made. */
export const manualBackup = (backup: string, run: number, upTo: string): ChallengeEvent => ({
  type: 'BackupCreated',
  data: { backup, name: 'Halfway', automatic: false, of: { run, upTo } },
})
/** The two events of a reset that began `run`. `of` is the run before. */
export const resetTo = (run: number, backup: string, of: number): ChallengeEvent[] => [
  { type: 'BackupCreated', data: { backup, name: 'Before reset', automatic: true, of: { run: of } } },
  { type: 'ChallengeReset', data: { run, backup } },
]
/** The two events of a restore of a backup that began `run`. `of` is the run before. */
export const restoredTo = (
  run: number,
  { safety, of, restored, parent }: RestoredBackup,
): ChallengeEvent[] => [
  {
    type: 'BackupCreated',
    data: { backup: safety, name: 'Before restore', automatic: true, of: { run: of } },
  },
  { type: 'BackupRestored', data: { run, backup: restored, parent } },
]
type RestoredBackup = {
  safety: string
  of: number
  restored: string
  parent: { run: number; upTo?: string }
}
export const deletedBackup = (backup: string): ChallengeEvent => ({ type: 'BackupDeleted', data: { backup } })

import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import { currentRun } from '@thirty/contracts/challenge/history.ts'
import { expect, test } from 'vitest'
import { decidersOf, deciding, refused } from '@thirty/command-api/testing/decider-spec.ts'
import {
  deletedBackup,
  manualBackup,
  placed,
  resetTo,
  restoredTo,
  startedAt,
} from '@thirty/command-api/testing/challenge-events.ts'
import { createBackup, deleteBackup, maxBackups, reset, restore, type EndRun } from './decide.ts'
import { evolveChallenge, initialChallenge } from '@thirty/contracts/challenge/challenge-state.ts'

const stateAfter = (events: readonly ChallengeEvent[]) =>
  placed(...events).reduce(evolveChallenge, initialChallenge)
const { rule } = decidersOf(stateAfter)

const march13 = Date.parse('2026-03-13T23:30:00Z')
const started = startedAt('2026-03-02T08:00:00.000Z')
const ending = { backup: 'new', isUntouched: false, head: 500n, now: march13, timeZone: 'UTC' }
const automatic = (name: string, run = 1): ChallengeEvent => ({
  type: 'BackupCreated',
  data: { backup: 'new', name, automatic: true, of: { run } },
})
const resetOf = (run: number): ChallengeEvent => ({ type: 'ChallengeReset', data: { run, backup: 'new' } })
const restored = (run: number, backup: string, parent: { run: number; upTo: string }): ChallengeEvent => ({
  type: 'BackupRestored',
  data: { run, backup, parent },
})
type Decide = (history: ReturnType<typeof stateAfter>) => readonly ChallengeEvent[]
const resetting = (run: number, change: Partial<EndRun> = {}) => deciding(reset, { ...ending, run })(change)
const restoring = (restored: string, run: number, change: Partial<EndRun> = {}) =>
  deciding(restore, { ...ending, run, restored })(change)
/** The second of the two events: the first is the safety backup. */
const without =
  (decide: Decide): Decide =>
  (history) =>
    decide(history).slice(1)
const onlyBackup =
  (decide: Decide): Decide =>
  (history) =>
    decide(history).slice(0, 1)
const untouched = { isUntouched: true }
const resetMeanwhile = refused(
  'conflict',
  'Someone else has just reset or restored the challenge. Check the leaderboard before you try again.',
)
const nothingToReset = refused(
  'conflict',
  'The challenge has just been reset. There is nothing to reset yet.',
)
const notFound = refused('backup-not-found', 'Backup not found')
const inTokyo = onlyBackup(resetting(1, { timeZone: 'Asia/Tokyo' }))
const startedInJanuary = startedAt('2026-01-01T08:00:00.000Z')
const startedLater = startedAt('2026-03-20T08:00:00.000Z')
const restoredOnce = restoredTo(2, { safety: 's', of: 1, restored: 'b', parent: { run: 1, upTo: '5' } })

rule(
  'a reset backs up the complete run, and the name of the backup has date and day in the time zone of the challenge',
  [[started], resetting(1), [automatic('Before reset on March 13, 2026 (day 12)'), resetOf(2)]],
  [[started], inTokyo, [automatic('Before reset on March 14, 2026 (day 13)')]],
  [[], onlyBackup(resetting(1)), [automatic('Before reset on March 13, 2026 (not started)')]],
  [[startedLater], onlyBackup(resetting(1)), [automatic('Before reset on March 13, 2026 (not started)')]],
  [[startedInJanuary], onlyBackup(resetting(1)), [automatic('Before reset on March 13, 2026 (ended)')]],
)

rule(
  'of two admins who reset the same run, the second is refused, and so is a reset of an empty run',
  [resetTo(2, 'b1', 1), resetting(1), resetMeanwhile],
  [resetTo(2, 'b1', 1), resetting(2, untouched), nothingToReset],
  [resetTo(2, 'b1', 1), without(resetting(2)), [resetOf(3)]],
  [restoredOnce, without(resetting(2, untouched)), [resetOf(3)]],
)

rule(
  'a restore backs up the current run and begins a new one at the place of the backup',
  [
    [started, manualBackup('b', 1, '15')],
    restoring('b', 1),
    [automatic('Before restore on March 13, 2026 (day 12)'), restored(2, 'b', { run: 1, upTo: '15' })],
  ],
  // A complete run ends where the log ended at that moment.
  [resetTo(2, 'b1', 1), without(restoring('b1', 2)), [restored(3, 'b1', { run: 1, upTo: '500' })]],
  [[], restoring('b', 1), notFound],
  [[manualBackup('b', 1, '5'), deletedBackup('b')], restoring('b', 1), 'backup-not-found'],
)

const backups = [manualBackup('b', 1, '5'), manualBackup('c', 1, '7')]
const afterRestore = [...backups, ...restoredOnce]
const imported: ChallengeEvent = {
  type: 'BackupImported',
  data: { backup: 'i', name: 'From afar', automatic: false, run: 7 },
}
rule(
  'of two admins who restore at the same moment, the second is refused; the same backup again changes nothing until something happens',
  [afterRestore, restoring('b', 1), 'conflict'],
  [afterRestore, restoring('b', 2, untouched), []],
  [afterRestore, without(restoring('b', 2)), [restored(3, 'b', { run: 1, upTo: '5' })]],
)

rule(
  'another backup can be restored at once, also an imported one, and a restore undone by restoring its safety backup',
  [afterRestore, without(restoring('c', 2, untouched)), [restored(3, 'c', { run: 1, upTo: '7' })]],
  [afterRestore, without(restoring('s', 2, untouched)), [restored(3, 's', { run: 1, upTo: '500' })]],
  // The number of its run is not used again.
  [[imported], without(restoring('i', 1)), [restored(8, 'i', { run: 7, upTo: '10' })]],
)

const creating = deciding(createBackup, { backup: 'b', name: 'Halfway', run: 1, head: 7n })
const many = Array.from({ length: maxBackups }, (_, index) => manualBackup(`b${index}`, 1, '5'))
rule(
  'a backup is the current run up to the newest event of the log',
  [[], creating(), [manualBackup('b', 1, '7')]],
  [resetTo(2, 'b1', 1), creating(), 'conflict'],
)

rule(
  'refuses more than two hundred backups of admins; deleted and automatic ones do not count',
  [many, creating(), refused('quota-reached', 'There are already 200 backups. Delete one first.')],
  [[...many, deletedBackup('b0')], creating(), [manualBackup('b', 1, '7')]],
  [[...many.slice(1), ...resetTo(2, 'r', 1)], creating({ run: 2 }), [manualBackup('b', 2, '7')]],
)

const deleting = (backup: string) => deciding(deleteBackup, { backup })()
rule(
  'a backup is deleted once',
  [[manualBackup('b', 1, '5')], deleting('b'), [deletedBackup('b')]],
  [[manualBackup('b', 1, '5'), deletedBackup('b')], deleting('b'), notFound],
  [[], deleting('toString'), 'backup-not-found'],
)

test('deleting a backup leaves the run that was restored from it as it is', () => {
  const { runs } = stateAfter([...afterRestore, deletedBackup('b')])
  expect(currentRun(runs).history).toEqual([{ run: 2 }, { run: 1, upTo: 5n }])
})

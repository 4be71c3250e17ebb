import {
  evolveChallenge,
  initialChallenge,
  type ChallengeState,
} from '@thirty/contracts/challenge/challenge-state.ts'
import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import {
  deletedBackup,
  manualBackup,
  placed,
  resetTo,
  startedAt,
} from '@thirty/command-api/testing/challenge-events.ts'
import { decidersOf, deciding, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { maxBackups, completeImport, startImport } from './decide.ts'

const { rule } = decidersOf((events: readonly ChallengeEvent[]) =>
  placed(...events).reduce(evolveChallenge, initialChallenge),
)

const file = { finalHash: 'f', origin: 'accepted', signedBy: 'key' } as const
const begun = (run: number): ChallengeEvent => ({ type: 'BackupImportStarted', data: { run, ...file } })
const listed = (run: number, backup: string): ChallengeEvent => ({
  type: 'BackupImported',
  data: { backup, name: 'Elsewhere', automatic: false, run },
})
const starting = (failed?: number) => (challenge: ChallengeState) => startImport(challenge, file, failed)
const full = refused('quota-reached', `There are already ${maxBackups} backups. Delete one first.`)
const manual = Array.from({ length: maxBackups }, (_, at) => manualBackup(`b${at}`, 1, '5'))

rule(
  'a file takes the next run, and keeps it when its import is continued or repeated',
  [[], starting(), [begun(2)]],
  [resetTo(2, 'b', 1), starting(), [begun(3)]],
  [[begun(2)], starting(), []],
  [[begun(2), listed(2, 'i1')], starting(), []],
  [[{ type: 'BackupImportStarted', data: { run: 2, finalHash: 'other' } }], starting(), [begun(3)]],
)

rule(
  'an attempt that failed is replaced, unless another one has replaced it already',
  [[begun(2)], starting(2), [begun(3)]],
  [[begun(2), begun(3)], starting(2), []],
)

rule(
  "a file is refused when the list of admins' backups is full, but an interrupted import continues",
  [manual, starting(), full],
  [manual.slice(1), starting(), [begun(2)]],
  [[...manual.slice(1), ...resetTo(2, 'b', 1)], starting(), [begun(3)]],
  [[begun(2), ...manual], starting(), []],
)

const period = [startedAt('2026-03-02T08:00:00.000Z', 2)]
const backupOf = (listing: number) => `i${listing}`
const completing = deciding(completeImport, { finalHash: 'f', run: 2, name: 'Elsewhere', backupOf, period })

const complete = [begun(2), ...period, listed(2, 'i1')]
rule(
  'a complete import is listed once, with the start and the end of its challenge; after its deletion as another backup, without them',
  [[begun(2)], completing(), [...period, listed(2, 'i1')]],
  [complete, completing(), []],
  [[...complete, deletedBackup('i1')], completing(), [listed(2, 'i2')]],
)

rule(
  'an attempt that another one replaced, or that never began, is not listed',
  [[begun(2), begun(3)], completing(), 'conflict'],
  [[], completing(), 'conflict'],
)

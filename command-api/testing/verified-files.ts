import { DamagedFile } from '@thirty/infra/portable-file/format.ts'
import { expect } from 'vitest'
import {
  backupFile,
  exampleHistory,
  fileEvent,
  fileProject,
  orderedFold,
  type FileChanges,
} from './backup-files.ts'
import { admin, ana } from './people.ts'
import { verifyBackupFile } from '../src/history/import/verify-backup-file.ts'

const now = Date.parse('2026-03-02T08:00:00.000Z')

async function* pieces(file: Uint8Array) {
  for (let start = 0; start < file.length; start += 700) yield file.subarray(start, start + 700)
}

/** Verifies a file as an import does, at a fixed time. */
export const verify = (file: Uint8Array) =>
  verifyBackupFile(pieces(file), { now, createBoardFold: orderedFold, originOf: () => 'own' })

/** Returns the reason why a file is refused. */
async function reasonFor(file: Uint8Array): Promise<string> {
  const error = await verify(file).then(
    () => new Error('The file was accepted.'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof DamagedFile)) throw error
  // Screens translate all of it.
  const { fault, reason } = error.said.values
  for (const part of [fault, reason]) if (part !== undefined) expect(part).toHaveProperty('code')
  return error.message
}

/** Returns the reason why a file with these events is refused. */
export const reasonForEvents = async (...events: readonly object[]) =>
  reasonFor(await backupFile(orderedFold, events))

/** Returns the reason why a file of the example history with changes is refused. */
export const reasonWith = async (changes: FileChanges) =>
  reasonFor(await backupFile(orderedFold, exampleHistory, changes))

/** The project of Ana for day 1, as events of a file. */
export const project = fileProject(ana, 1)
export const submitted = project.submitted()
export const approved = (changes: object) => ({ ...project.approved(), ...changes })
export const start = (startsAt: string, run = 1) =>
  fileEvent('challenge', 'ChallengeStarted', { run, startsAt }, { actor: admin })
export const end = (endsAt: string) =>
  fileEvent('challenge', 'ChallengeEndSet', { run: 1, endsAt }, { actor: admin })

// Imports a backup file, or says before what its import would do: the history in the file becomes a run, which is listed as a backup.

import type { ImportProgress } from '@thirty/contracts/backups/api.ts'
import {
  importOf,
  type ChallengeState,
  type FileImport,
} from '@thirty/contracts/challenge/challenge-state.ts'
import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import { requirePermission } from '@thirty/contracts/endpoints/refusals.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { backupKeysStream, challengeStream } from '@thirty/contracts/events/stream-names.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { DamagedFile } from '@thirty/infra/portable-file/format.ts'
import { loadAccountKind } from '../../people.ts'
import { challengeFold, decidesInCurrentRun, loadChallenge } from '../../current-run.ts'
import type { Commands } from '../../fold.ts'
import { deriveId, stepContext, type CommandContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { backupKeysFold } from '../backup-keys/decide.ts'
import { appendHistory, readImportedRun } from './append-history.ts'
import type { CheckedEvent } from './check-event.ts'
import { completeImport, isComplete, startImport } from './decide.ts'
import { readVerifiedEvents, verifyBackupFile, type VerifiedFile } from './verify-backup-file.ts'

type ImportParts = With<'commands' | 'clock' | 'log' | 'createBoardFold' | 'findExported' | 'fileSigner'>

/** A file that can be read several times. */
export type BackupFile = { open: () => AsyncIterable<Uint8Array> }

/** A file that may be imported, and what the accepted key that signed it is called here. */
export type CheckedFile = VerifiedFile & { signerName?: string }

/** The backup of a file. `position` is that of the event that listed it; 0 if it was there. */
export type ImportedBackup = { backup: string; wasThere: boolean; position: bigint; file: CheckedFile }

type OnProgress = (progress: ImportProgress) => void

/** Appends of a first attempt that are under way at the same time; a log may store them in another order. */
const maxConcurrent = 512

/** Verifies a file completely, with what this installation knows of its key and of its people. Throws `DamagedFile`. */
async function checkFile(
  file: BackupFile,
  { commands, clock, createBoardFold, fileSigner }: ImportParts,
  onProgress: OnProgress,
): Promise<CheckedFile> {
  const { state: accepted } = await commands.load(backupKeysStream, backupKeysFold)
  const verified = await verifyBackupFile(file.open(), {
    now: clock(),
    createBoardFold,
    originOf: (key) => (key === fileSigner.fingerprint ? 'own' : accepted.has(key) ? 'accepted' : 'unknown'),
    onProgress: ({ events, total }) => onProgress({ step: 'verifying', events, total }),
  })
  await requireAdmins(commands, verified)
  const signerName = accepted.get(verified.signedBy ?? '')?.name
  return { ...verified, ...(signerName !== undefined && { signerName }) }
}

/**
 * Throws `DamagedFile` if a participant did what only admins can. Admins who are unknown here did not also take part: operators make
 * participants admins, but rarely.
 */
async function requireAdmins(commands: Commands, { admins, origin }: VerifiedFile): Promise<void> {
  if (origin !== 'unknown') return
  for (const { id, isParticipant } of admins) {
    const kind = await loadAccountKind(commands, id)
    if (kind === 'participant' || (kind === undefined && isParticipant))
      throw new DamagedFile(say('noAdmin', { id }))
  }
}

/** Returns the backup of a file that is listed already, and the imports so far. */
async function findListed(
  file: VerifiedFile,
  { commands, findExported }: ImportParts,
): Promise<{ listed: string | undefined; challenge: ChallengeState }> {
  const challenge = await loadChallenge(commands)
  const listed = importOf(challenge, file.finalHash)?.backup ?? (await findExported(file))
  return { listed, challenge }
}

/**
 * Checks a file as its import does, and returns the backup that is listed of it. Changes nothing. Throws what the import would throw before
 * its first write, except that the caller may not import the file.
 */
export async function previewImport(
  file: BackupFile,
  deps: ImportParts,
  onProgress: OnProgress,
): Promise<{ file: CheckedFile; listed: string | undefined }> {
  const verified = await checkFile(file, deps, onProgress)
  const { listed, challenge } = await findListed(verified, deps)
  if (listed === undefined) startImport(challenge, verified)
  return { file: verified, listed }
}

/**
 * Imports a file: verifies it completely, takes a run for its history, appends its events to that run, checks that the run leads to the
 * leaderboard of the file, and lists the backup. An import that was interrupted is continued by the same file. A file that was imported
 * before changes nothing, and the same file in several imports at the same time is stored once: ids and places of its events follow from
 * it. `role` is what the caller is. Throws `DamagedFile` before anything was written, the refusals of the decisions, and `LogUnavailable`.
 */
export async function importBackup(
  deps: ImportParts,
  { open, role }: BackupFile & { role: AdminRole | null },
  context: CommandContext,
  onProgress: OnProgress = () => undefined,
): Promise<ImportedBackup> {
  const { commands, log } = deps
  const verified = await checkFile({ open }, deps, onProgress)
  const { finalHash, events: total, header, period, digest } = verified
  const { listed } = await findListed(verified, deps)
  if (listed !== undefined) return { backup: listed, wasThere: true, position: 0n, file: verified }
  if (verified.origin === 'unknown') requirePermission(role, 'trust-backups')

  const start = async (failed?: number): Promise<FileImport> => {
    const { state } = await commands.handle({
      ...challengeFold,
      ...decidesInCurrentRun,
      context: stepContext(context, failed === undefined ? 'start' : `start again after run ${failed}`),
      decide: (imports) => startImport(imports, verified, failed),
    })
    const started = importOf(state, finalHash)
    if (started === undefined) throw new Error('An import was neither started nor refused.')
    return started
  }

  /** Appends all events. Returns whether the run then has exactly the events of the file and leads to its leaderboard. */
  const append = async (started: FileImport, concurrency: number): Promise<boolean> => {
    const isAppended = await appendHistory(readVerifiedEvents(open(), verified), {
      log,
      run: started.run,
      finalHash,
      concurrency,
      onProgress: (events) => onProgress({ step: 'appending', events, total }),
    })
    if (!isAppended) return false
    const imported = await readImportedRun(started, {
      ...deps,
      period,
      onProgress: (events) => onProgress({ step: 'checking', events, total }),
    })
    return imported.events === total - period.length && imported.digest === digest
  }

  let started = await start()
  if (!isComplete(started) && !(await append(started, maxConcurrent))) {
    // The log has the events in an order that leads to another leaderboard: once more, one after the other.
    started = await start(started.run)
    if (!(await append(started, 1)))
      throw new Error('The imported events lead to another leaderboard than the file.')
  }
  const { run } = started
  const { state, position, events } = await commands.handle({
    ...challengeFold,
    stream: challengeStream,
    // Start and end belong to the imported run.
    run: () => run,
    context: stepContext(context, 'complete'),
    decide: (imports) =>
      completeImport(imports, {
        finalHash,
        run,
        name: header.name,
        backupOf: (listing) => deriveId('imported-backup', finalHash, String(run), String(listing)),
        period: period.map((event) => inRun(event, run)),
      }),
  })
  const backup = importOf(state, finalHash)?.backup
  if (backup === undefined) throw new Error('An import was neither completed nor refused.')
  return { backup, wasThere: events.length === 0, position, file: verified }
}

const inRun = ({ type, data }: CheckedEvent, run: number): ChallengeEvent =>
  // Safe: the check lets no other events into the stream of the challenge.
  ({ type, data: { ...data, run } }) as ChallengeEvent

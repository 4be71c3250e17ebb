// Imports a backup file, or says before what its import would do: the history in the file becomes a run, which is listed as a backup. Its
// events are appended to the streams of the run, each stream in its order, except events of the challenge itself, and read back to check
// them.

import { hash } from 'node:crypto'
import type { ImportProgress } from '@thirty/contracts/backups/api.ts'
import { importOf, type FileImport } from '@thirty/contracts/challenge/challenge-state.ts'
import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import { requirePermission } from '@thirty/contracts/endpoints/refusals.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { backupKeysStream, challengeStream } from '@thirty/contracts/events/stream-names.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import {
  moveToRun,
  portableEvents,
  portableStreams,
  runInFile,
} from '@thirty/contracts/backups/portable-events.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { DamagedFile } from '@thirty/infra/portable-file/format.ts'
import { VersionConflict, type NewEvent } from '@thirty/infra/event-log/event-log.ts'
import { loadAccountKind } from '../../people.ts'
import { challengeFold, decidesInCurrentRun, loadChallenge } from '../../current-run.ts'
import type { Commands } from '../../fold.ts'
import { deriveId, stepContext, type CommandContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { backupKeysFold } from '../backup-keys/decide.ts'
import { completeImport, isComplete, startImport } from '../decide.ts'
import type { CheckedEvent } from './check-event.ts'
import { readVerifiedEvents, verifyBackupFile, type VerifiedFile } from './verify-backup-file.ts'

type ImportParts = With<'commands' | 'clock' | 'log' | 'createBoardFold' | 'findExported' | 'fileSigner'>

/** A file that can be read several times. */
export type BackupFile = { open: () => AsyncIterable<Uint8Array> }

/** A file that may be imported, and what the accepted key that signed it is called here. */
export type CheckedFile = VerifiedFile & { signerName?: string }

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
async function findListed(file: VerifiedFile, { commands, findExported }: ImportParts) {
  const challenge = await loadChallenge(commands)
  const listed = importOf(challenge, file.finalHash)?.backup ?? (await findExported(file))
  return { listed, challenge }
}

/**
 * Checks a file as its import does, and returns it, with the id of the backup that is listed of it, if there is one. Changes nothing.
 * Throws what the import would throw before its first write, except that the caller may not import the file.
 */
export async function previewImport(file: BackupFile, deps: ImportParts, onProgress: OnProgress) {
  const verified = await checkFile(file, deps, onProgress)
  const { listed, challenge } = await findListed(verified, deps)
  if (listed === undefined) startImport(challenge, verified)
  return { file: verified, listed }
}

/**
 * Imports a file: verifies it completely, takes a run for its history, appends its events to that run, checks that the run leads to the
 * leaderboard of the file, and lists the backup. An import that was interrupted is continued by the same file. A file that was imported
 * before changes nothing, and the same file in several imports at the same time is stored once: ids and places of its events follow from
 * it. `role` is what the caller is. Returns the backup and the position of the event that listed it; 0 if it was there. Throws
 * `DamagedFile` before anything was written, the refusals of the decisions, and `LogUnavailable`.
 */
export async function importBackup(
  deps: ImportParts,
  { open, role }: BackupFile & { role: AdminRole | null },
  context: CommandContext,
  onProgress: OnProgress = () => undefined,
) {
  const { commands, log } = deps
  const verified = await checkFile({ open }, deps, onProgress)
  const { finalHash, events: total, header, period } = verified
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
    const to = { log, finalHash, run: started.run, concurrency }
    const isAppended = await appendHistory(readVerifiedEvents(open(), verified), to, (events) =>
      onProgress({ step: 'appending', events, total }),
    )
    if (!isAppended) return false
    return leadsToBoard(deps, started, verified, (events) => onProgress({ step: 'checking', events, total }))
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
        // Safe: the check lets no other events into the stream of the challenge.
        period: period.map(({ type, data }) => ({ type, data: { ...data, run } }) as ChallengeEvent),
      }),
  })
  const backup = importOf(state, finalHash)?.backup
  if (backup === undefined) throw new Error('An import was neither completed nor refused.')
  return { backup, wasThere: events.length === 0, position, file: verified }
}

/**
 * Returns whether all events are in the run; `false` if it has others. `concurrency`: appends that are under way at the same time; with 1,
 * the log has the events in exactly the order of the file. A repeated call continues where the earlier one was interrupted: event
 * ids follow from file, run and line. Throws `LogUnavailable` when it should be repeated later.
 */
async function appendHistory(
  batches: AsyncIterable<readonly CheckedEvent[]>,
  to: With<'log'> & { finalHash: string; run: number; concurrency: number },
  onProgress: (events: number) => void,
): Promise<boolean> {
  const { log, finalHash, run, concurrency } = to
  const revisionBefore = streamRevisions()
  const correlation = deriveId('import', finalHash)
  const underWay: Promise<unknown>[] = []
  let count = 0
  try {
    for await (const events of batches) {
      for (const event of events) {
        count += 1
        const moved = moveToRun(event, run)
        if (moved === undefined || moved.stream === challengeStream) continue
        const { type, version, at, actor } = event
        const newEvent: NewEvent = {
          id: deriveId('import', finalHash, String(run), String(count)),
          type,
          version,
          at,
          data: moved.data,
          metadata: { ...(actor !== undefined && { actor }), run, correlation },
        }
        const appending = log.append(moved.stream, [newEvent], revisionBefore(moved.stream))
        // Awaited below; until then a failure must not count as unhandled.
        appending.catch(() => undefined)
        underWay.push(appending)
        if (underWay.length >= concurrency) await underWay.shift()
      }
      onProgress(count)
    }
    await Promise.all(underWay)
    return true
  } catch (error) {
    await Promise.allSettled(underWay)
    if (error instanceof VersionConflict) return false
    throw error
  }
}

/**
 * Counts the events of each stream, and returns the revision before an event. Streams are millions, so each has a digest of 72 bits in place
 * of its name. Two streams with one digest would end in a version conflict, not in wrong data.
 */
function streamRevisions() {
  const counts = new Map<string, number>()
  return (stream: string): number | 'none' => {
    const digest = hash('sha256', stream, 'base64url').slice(0, 12)
    const count = counts.get(digest) ?? 0
    counts.set(digest, count + 1)
    return count === 0 ? 'none' : count - 1
  }
}

/**
 * Returns whether the events that an import appended to its run, without events of the challenge itself, are as many as in the file and lead
 * to its leaderboard.
 */
async function leadsToBoard(
  { log, createBoardFold }: ImportParts,
  { run, position }: FileImport,
  { events: total, period, digest }: VerifiedFile,
  onProgress: (events: number) => void,
): Promise<boolean> {
  const board = createBoardFold()
  // An event of the challenge itself may change the scoring.
  for (const event of period) if (event.type === 'ScoringChanged') board.apply(event)
  let count = 0
  for await (const events of log.readAll({ after: position, streams: portableStreams })) {
    for (const event of events) {
      if (event.metadata.run !== run || event.stream === challengeStream) continue
      if (!isEventOf(portableEvents, event)) continue
      count += 1
      const moved = moveToRun(event, runInFile)
      if (moved !== undefined) board.apply({ type: event.type, ...moved })
    }
    onProgress(count)
  }
  return count === total - period.length && board.summary().digest === digest
}

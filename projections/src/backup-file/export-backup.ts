// Exports backups as files, a few at a time, and finds the backup of an exported file. A file has a history of the log as one run, with
// comments that are numbered again, and the digest and the figures of its leaderboard.

import type { Buffer } from 'node:buffer'
import {
  type BackupFileHeader,
  backupFileFormat,
  signedText,
  type BackupFileEvent,
  type BoardSummary,
} from '@thirty/contracts/backups/backup-file.ts'
import type { RecordExport } from '@thirty/contracts/exports/events.ts'
import { historyEndpoints } from '@thirty/contracts/backups/api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { limitedDownloads } from '@thirty/infra/http/endpoint/download.ts'
import { endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import {
  type HistorySegment,
  evolveChallenge,
  initialChallenge,
} from '@thirty/contracts/challenge/challenge-state.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { FileSigner } from '@thirty/infra/portable-file/signature.ts'
import { writePortableFile } from '@thirty/infra/portable-file/write-file.ts'
import { boardFold } from '../board-fold.ts'
import {
  moveToRun,
  portableEvents,
  portableStreams,
  runInFile,
  type PortableEvent,
} from '@thirty/contracts/backups/portable-events.ts'
import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import {
  decidingMoments,
  historyOf,
  isInHistory,
  isOfUnknownOrigin,
  scoringChange,
} from '@thirty/contracts/challenge/history.ts'
import { defaultScoring, isSameScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { commentId } from '@thirty/contracts/projects/project-id.ts'
import { challengeStream } from '@thirty/contracts/events/stream-names.ts'

/** An export reads the log twice, as fast as the caller receives it. Proxies wait for a response for a minute at most. */
const limits = { maxConcurrent: 4, maxWaiting: 100, maxWaitMs: 30_000, timeoutMs: 15 * 60_000 }

type BackupFilesOptions = Pick<ExportOptions, 'log' | 'productVersion' | 'signer'> & {
  /** Returns the listed backups. */
  backups: () => Promise<readonly (ListedBackup & { id: string })[]>
  recordExport: RecordExport
}

type ExportedFile = { header: BackupFileHeader; finalHash: string }

export function backupFiles(options: BackupFilesOptions) {
  const limited = limitedDownloads(limits)
  return {
    endpoints: [
      endpoint(historyEndpoints.export)(async (request) => {
        const { backupId } = request.params
        const backup = (await options.backups()).find(({ id }) => id === backupId)
        if (backup === undefined) refuse('backup-not-found', 'backupNotFound')
        const data = { kind: 'backup', backup: backup.id, name: backup.name } as const
        const content = options.recordExport(exportBackup(backup, options), request, data)
        return {
          type: 'application/gzip',
          fileName: backupFileName(backup),
          content: limited(content, request.response),
        }
      }),
    ],
    /** Finds the listed backup whose export is exactly the file with this header and final hash. */
    findExported: async ({ header, finalHash }: ExportedFile): Promise<string | undefined> => {
      const { name, createdAt } = header
      // An export reads the whole history, so it is tried only for a backup that looks the same.
      const candidates = (await options.backups()).filter(
        (backup) => backup.name === name && backup.createdAt === createdAt,
      )
      for (const backup of candidates)
        if ((await exportedHash(backup, options)) === finalHash) return backup.id
      return undefined
    },
  }
}

/** A backup and the place in the history that it points to. `createdAt` is ISO time. */
type ListedBackup = { name: string; createdAt: string; of: HistorySegment }

type ExportOptions = { log: PortableHistoryLog; productVersion: string; signer: Pick<FileSigner, 'sign'> }

/**
 * Writes the history of a backup as a file, as fast as the caller reads it. Returns the final hash. The same backup gives the
 * same file for as long as nothing is added to its history. Memory grows with the number of projects, not with the number of
 * events.
 */
export async function* exportBackup(
  { name, createdAt, of }: ListedBackup,
  { log, productVersion, signer }: ExportOptions,
): AsyncGenerator<Buffer, string> {
  const history = await portableHistory(log, of)
  const { counts, statistics, digest } = await summarize(history)
  const lineage = history.history.map(({ run, upTo }) => ({
    run,
    ...(upTo !== undefined && { upTo: upTo.toString() }),
  }))
  const header: BackupFileHeader = { name, createdAt, lineage, counts, statistics }
  return yield* writePortableFile({
    format: backupFileFormat,
    productVersion,
    header,
    events: history.events(),
    trailer: (finalHash) => ({
      digest,
      // A signature would make the word of this installation of it.
      ...(!history.isOfUnknownOrigin && { signature: signer.sign(signedText(finalHash, digest)) }),
    }),
  })
}

async function summarize(history: Awaited<ReturnType<typeof portableHistory>>) {
  const board = boardFold()
  const counts: Record<string, number> = {}
  for await (const events of history.events())
    for (const event of events) {
      board.apply(event)
      counts[event.type] = (counts[event.type] ?? 0) + 1
    }
  return { counts, ...board.summary() }
}

/** Returns the final hash of the file that the export of a backup gives now. */
export async function exportedHash(backup: ListedBackup, options: ExportOptions): Promise<string> {
  const file = exportBackup(backup, options)
  for (;;) {
    const { done, value } = await file.next()
    if (done === true) return value
  }
}

/** Returns a file name for a backup, such as `thirty-backup-before-reset-2026-03-13.ndjson.gz`, safe on every system. */
export function backupFileName({ name, createdAt }: Pick<ListedBackup, 'name' | 'createdAt'>): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const readable = words.join('-').slice(0, 60).replace(/-$/, '')
  const date = createdAt.slice(0, 'yyyy-mm-dd'.length)
  return `${['thirty-backup', readable, date].filter((part) => part !== '').join('-')}.ndjson.gz`
}

/** What is needed of a log to read a history. */
type PortableHistoryLog = Pick<EventLog, 'read' | 'readAll' | 'head'>

/**
 * Returns a history that can be read several times with the same result: its end is fixed at the current end of the log. `after`: a position
 * that all events of the history follow, so that the log need not be read from its beginning.
 */
export async function portableHistory(
  log: PortableHistoryLog,
  place: HistorySegment,
  { after }: { after?: bigint } = {},
) {
  const head = await log.head()
  const until = place.upTo !== undefined && place.upTo < head ? place.upTo : head
  const recorded = (await Array.fromAsync(log.read(challengeStream))).filter(isOfChallenge)
  const { runs } = recorded.reduce(evolveChallenge, initialChallenge).runs
  const history = historyOf(place, runs)
  const change = scoringChange(history)
  const isChanged = change !== undefined && !isSameScoring(change.scoring, defaultScoring)
  const scoring = isChanged ? recorded.find(({ position }) => position === change.position) : undefined
  const moments = new Set(decidingMoments(history, runs))
  const range = { until, streams: portableStreams, ...(after !== undefined && { after }) }
  return {
    history,
    /** Whether any of it is from a file without a known signature. */
    isOfUnknownOrigin: history.some(({ run }) => isOfUnknownOrigin(runs, run)),
    /**
     * Yields the events of the history as they are in a file: the scoring at its end, unless it is the default, and then all others in
     * the order of the log.
     */
    events: async function* (): AsyncGenerator<readonly BackupFileEvent[]> {
      const comments = new CommentNumbers()
      const first = scoring && isEventOf(portableEvents, scoring) && inFile(scoring, comments)
      if (first) yield [first]
      for await (const batch of log.readAll(range)) {
        const events: BackupFileEvent[] = []
        for (const event of batch) {
          if (!isEventOf(portableEvents, event)) continue
          // Only the start and the end that count at the end of the history.
          const isPart =
            event.stream === challengeStream ? moments.has(event.position) : isInHistory(history, event)
          const moved = isPart ? inFile(event, comments) : undefined
          if (moved !== undefined) events.push(moved)
        }
        if (events.length > 0) yield events
      }
    },
  }
}

const isOfChallenge = (event: RecordedEvent) => isEventOf(challengeEvents, event)

function inFile(event: RecordedEvent & PortableEvent, comments: CommentNumbers): BackupFileEvent | undefined {
  const moved = moveToRun(event, runInFile)
  if (moved === undefined) return undefined
  const { type, version, at, metadata } = event
  const { actor } = metadata
  const data = comments.renumber(event, moved.stream) ?? moved.data
  return { stream: moved.stream, type, version, at, ...(actor !== undefined && { actor }), data }
}

/**
 * Numbers the comments of each project from 1. A day may have had several projects, in different runs of the history, each
 * with its own numbers; in a file they are one stream.
 */
class CommentNumbers {
  readonly #posted = new Map<string, number>()
  /** New ids of comments whose number changed, by stream and id. */
  readonly #changed = new Map<string, string>()

  /** Returns the data of an event about a comment; `undefined` for other events. */
  renumber(event: RecordedEvent & PortableEvent, stream: string): PortableEvent['data'] | undefined {
    if (!isAboutComment(event)) return undefined
    const { comment } = event.data
    const key = `${event.stream} ${comment}`
    const known = this.#changed.get(key) ?? comment
    if (event.type !== 'CommentPosted') return { ...event.data, comment: known }
    const number = (this.#posted.get(stream) ?? 0) + 1
    this.#posted.set(stream, number)
    const renumbered = commentId(number)
    if (renumbered !== comment) this.#changed.set(key, renumbered)
    return { ...event.data, comment: renumbered }
  }
}

const isAboutComment = (
  event: RecordedEvent & PortableEvent,
): event is RecordedEvent & Extract<PortableEvent, { data: { comment: string } }> => 'comment' in event.data

/**
 * Sums up the leaderboard of a place whose events all follow the position `after`. Needs some megabytes for a million events,
 * because it keeps no more of a project than its points depend on. Returns `undefined`, after reading little more, if the place
 * has more events than `maxEvents`.
 */
export async function summarizePlace(
  log: PortableHistoryLog,
  place: HistorySegment,
  { after, maxEvents = Infinity }: { after: bigint; maxEvents?: number },
): Promise<BoardSummary | undefined> {
  const board = boardFold()
  const history = await portableHistory(log, place, { after })
  let count = 0
  for await (const events of history.events()) {
    count += events.length
    if (count > maxEvents) return undefined
    for (const event of events) board.apply(event)
  }
  return board.summary()
}

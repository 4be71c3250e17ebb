// Commands of the operator's shell that list, create, show and restore backups, and verify, export and import backup files.

import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  openBackupFile,
  verifyBackupFile,
  type VerifiedFile,
} from '@thirty/command-api/history/import/verify-backup-file.ts'
import {
  backupFileType,
  backupsResponse,
  historyEndpoints,
  type Backup,
  type HistoryStatus,
  type ImportProgress,
  type RestorePreview,
} from '@thirty/contracts/backups/api.ts'
import { DamagedFile } from '@thirty/infra/portable-file/format.ts'
import { isFullDisk } from '@thirty/infra/system-errors.ts'
import { boardFold } from '@thirty/projections/board-fold.ts'
import type { ConnectedCommand } from '../connection/open-connection.ts'
import type { OperatorClient } from '../connection/operator-client.ts'
import {
  pauseBetweenPolls,
  progressBar,
  report,
  ShellFault,
  withNoun,
  type ExitCode,
  type ShellCommand,
} from '../shell-context.ts'

export async function listBackups(command: ConnectedCommand): Promise<ExitCode> {
  const backups = await allBackups(command.client)
  const lines = backups.length === 0 ? ['There are no backups.'] : backups.map(formatBackup)
  return report(command, { success: true, backups }, ...lines)
}

async function allBackups(client: OperatorClient): Promise<Backup[]> {
  const backups: Backup[] = []
  for (let cursor: string | undefined; ;) {
    const response = await client.open(historyEndpoints.list, {
      query: { limit: '200', ...(cursor !== undefined && { cursor }) },
    })
    backups.push(...backupsResponse.parse(JSON.parse(await text(response))))
    const next = response.headers['x-next-cursor']
    if (typeof next !== 'string' || next === '') return backups
    cursor = next
  }
}

export async function createBackup(command: ConnectedCommand, name: string): Promise<ExitCode> {
  const { backupId, position } = await command.client.call(historyEndpoints.create, { body: { name } })
  return report(command, { success: true, backupId, position }, `Created the backup ${backupId}.`)
}

export async function showBackup(command: ConnectedCommand, backupId: string): Promise<ExitCode> {
  const preview = await command.client.call(historyEndpoints.preview, { params: { backupId } })
  return report(command, preview, ...formatPreview(preview))
}

/**
 * Restores a backup and waits until its run is shown. With `preview` it only says what would change. The run before stays
 * as a backup, so a restore can be undone.
 */
export async function restoreBackup(
  command: ConnectedCommand,
  backupId: string,
  { preview = false }: { preview?: boolean },
): Promise<ExitCode> {
  if (preview) return showBackup(command, backupId)
  const { run, safetyBackupId } = await command.client.call(historyEndpoints.restore, {
    params: { backupId },
  })
  // The embedded read models of a shell at rest end with it; the next start builds the read models of the new run.
  const { state, shownRun } = await waitForRun(command, run)
  return report(
    command,
    { success: true, run, safetyBackupId, state },
    `Restored. Run ${run} is ${shownRun === run ? 'shown' : 'not shown yet'}.`,
    `To undo it: npm run ops -- backup restore ${safetyBackupId}`,
  )
}

async function waitForRun(command: ConnectedCommand, run: number): Promise<HistoryStatus> {
  const { client, showProgress } = command
  for (;;) {
    const status = await client.call(historyEndpoints.status)
    // Somebody else may have reset or restored meanwhile.
    if (status.shownRun >= run || status.run !== run) {
      showProgress('')
      return status
    }
    if (status.state === 'failed')
      throw new ShellFault(
        `The restore is in the log, but its read models cannot be built at the moment: ${status.failure ?? 'unknown'} The previous run stays visible until they are.`,
      )
    showProgress(`${progressBar(Number(status.done), Number(status.total))} building run ${run}`)
    await pauseBetweenPolls(
      command,
      'Stopped waiting. The backup is restored; its run appears when its read models are built.',
    )
  }
}

function formatBackup({ _id, name, createdAt, automatic, imported, data }: Backup): string {
  const { statistics, metadata } = data
  const kind = imported ? ', imported' : automatic ? ', automatic' : ''
  const figures = figuresOf(statistics)
  return `${_id}  ${createdAt}  run ${metadata.run}, day ${metadata.day}: ${figures}${kind}  ${name}`
}

type Figures = { totalProjects: number; totalParticipants: number }
const figuresOf = ({ totalProjects, totalParticipants }: Figures): string =>
  `${withNoun(totalProjects, 'project')}, ${withNoun(totalParticipants, 'participant')}`

function formatPreview({ backup, now, after, appears, vanishes, moved }: RestorePreview): string[] {
  const changes = (change: RestorePreview['appears']) =>
    [
      withNoun(change.projects.total, 'project'),
      withNoun(change.ratings, 'rating'),
      withNoun(change.participants, 'participant'),
    ].join(', ')
  return [
    formatBackup(backup),
    `Now:     day ${now.day}, ${figuresOf(now)}`,
    `After:   day ${after.day}, ${figuresOf(after)}`,
    `Appears: ${changes(appears)}`,
    `Vanishes: ${changes(vanishes)}`,
    `${withNoun(moved.total, 'participant')} ${moved.total === 1 ? 'changes' : 'change'} rank or points.`,
    ...moved.first
      .slice(0, 10)
      .map(({ name, rankNow, rankAfter }) => `  ${name}: rank ${rankNow ?? '–'} → ${rankAfter ?? '–'}`),
    `Leaderboard digest after a restore: ${after.digest}`,
  ]
}

export async function verifyFileCommand(command: ShellCommand, file: string): Promise<ExitCode> {
  const verified = await verifyFile(command, existingFile(command, file))
  const lines = verified.isIntact
    ? formatVerified(verified)
    : [`The file is damaged or was changed: ${verified.reason}`]
  return report(command, { success: verified.isIntact, ...verified }, ...lines)
}

/** Writes a backup into a file that does not exist yet, and verifies it. */
export async function exportBackup(command: ConnectedCommand, backupId: string, file: string | undefined) {
  const { client, workingDirectory, showProgress, signal } = command
  const response = await client.open(historyEndpoints.export, { params: { backupId } })
  const path = resolve(
    workingDirectory,
    file ?? suggestedName(response.headers['content-disposition']) ?? `${backupId}.ndjson.gz`,
  )
  const draft = `${path}.part`
  try {
    if (existsSync(path)) throw new ShellFault(`${path} already exists; choose another name.`)
    await pipeline(
      response,
      counted((bytes) => showProgress(`Exporting … ${formatBytes(bytes)}`)),
      createWriteStream(draft, { flags: 'w', mode: 0o600 }),
      { signal },
    )
    const verified = await verifyFile(command, draft)
    if (!verified.isIntact) throw new ShellFault(`The export is incomplete: ${verified.reason}`)
    await rename(draft, path)
    const result = { success: true, file: path, ...verified }
    return report(command, result, `Exported to ${path}.`, ...formatVerified(verified))
  } catch (error) {
    response.destroy()
    await rm(draft, { force: true })
    if (isFullDisk(error))
      throw new ShellFault(`Not enough disk space for ${path}. The incomplete file was removed.`)
    throw error
  }
}

/** Verifies a backup file here, and then imports it. The server verifies it again before its first write. */
export async function importBackup(command: ConnectedCommand, file: string): Promise<ExitCode> {
  const { client, showProgress } = command
  const path = existingFile(command, file)
  const verified = await verifyFile(command, path)
  if (!verified.isIntact) throw new ShellFault(`The file is damaged or was changed: ${verified.reason}`)
  const { size } = statSync(path)
  const withProgress = counted((bytes) =>
    showProgress(bytes < size ? `${progressBar(bytes, size)} sending` : stepTexts.waiting),
  )
  const content = Readable.from(withProgress(createReadStream(path)), { objectMode: false })
  const response = await client.call(
    historyEndpoints.import,
    { file: { content, type: backupFileType, size } },
    ({ step, events, total }) =>
      showProgress(total === 0 ? stepTexts[step] : `${progressBar(events, total)} ${stepTexts[step]}`),
  )
  showProgress('')
  return report(
    command,
    response,
    response.wasThere ? 'This backup was imported before; nothing changed.' : 'Imported.',
    formatBackup(response.backup),
    `Leaderboard digest: ${response.verification.digest}`,
  )
}

const stepTexts: Record<ImportProgress['step'], string> = {
  waiting: 'The server has the file …',
  verifying: 'The server verifies',
  appending: 'The server writes',
  checking: 'The server checks what it wrote',
}

/** What is in a file, or why it must not be used. */
type Verified =
  | ({ isIntact: true } & Omit<VerifiedFile, 'period' | 'admins' | 'people' | 'origin'>)
  | { isIntact: false; reason: string }

/** Verifies a file as an import does, without a server and a data folder. Throws the error of the file system. */
async function verifyFile({ clock, signal, showProgress }: ShellCommand, path: string): Promise<Verified> {
  const { size } = statSync(path)
  try {
    const {
      period: _,
      admins: __,
      people: ___,
      origin: ____,
      ...verified
    } = await verifyBackupFile(openBackupFile(path), {
      now: clock(),
      createBoardFold: boardFold,
      // Which keys are known, only an installation can say.
      originOf: () => 'accepted',
      onProgress: ({ bytes, events }) => {
        signal.throwIfAborted()
        showProgress(`${progressBar(bytes, size)} verifying, ${events} events`)
      },
    })
    return { isIntact: true, ...verified }
  } catch (error) {
    if (error instanceof DamagedFile) return { isIntact: false, reason: error.message }
    throw error
  } finally {
    showProgress('')
  }
}

function existingFile({ workingDirectory }: ShellCommand, file: string): string {
  const path = resolve(workingDirectory, file)
  if (!existsSync(path)) throw new ShellFault(`There is no file ${path}.`)
  return path
}

/** Returns the name of a download that has only harmless characters. */
const suggestedName = (disposition: string | undefined): string | undefined =>
  /filename="([\w][\w .-]{0,150})"/.exec(disposition ?? '')?.[1]

/** Passes a file on, and says how many bytes have passed. */
const counted = (onBytes: (bytes: number) => void) =>
  async function* pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      onBytes(bytes)
      yield chunk
    }
  }

const formatBytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`

function formatVerified({
  header,
  events,
  finalHash,
  digest,
  formatVersion,
  productVersion,
}: Extract<Verified, { isIntact: true }>): string[] {
  const { totalProjects, totalParticipants } = header.statistics
  return [
    `The file is complete and unchanged: "${header.name}" of ${header.createdAt}.`,
    `${withNoun(events, 'event')}, ${withNoun(totalProjects, 'project')}, ${withNoun(totalParticipants, 'participant')}; format ${formatVersion}, release ${productVersion}.`,
    `Final hash:         ${finalHash}`,
    `Leaderboard digest: ${digest}`,
  ]
}

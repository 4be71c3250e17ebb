// Commands of the operator's shell that verify, export and import backup files.

import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { backupFileType, historyEndpoints, type ImportProgress } from '@thirty/contracts/backups/api.ts'
import { openBackupFile } from '@thirty/command-api/history/import/uploaded-file.ts'
import { verifyBackupFile, type VerifiedFile } from '@thirty/command-api/history/import/verify-backup-file.ts'
import { DamagedFile } from '@thirty/infra/portable-file/format.ts'
import { isFullDisk } from '@thirty/infra/system-errors.ts'
import { boardFold } from '@thirty/projections/board-fold.ts'
import {
  progressBar,
  report,
  ShellFault,
  withNoun,
  type ExitCode,
  type ShellCommand,
} from '../shell-context.ts'
import type { ConnectedCommand } from '../connection/open-connection.ts'
import { formatBackup } from './backup-commands.ts'

export async function verifyFileCommand(command: ShellCommand, file: string): Promise<ExitCode> {
  const verified = await verifyFile(command, existingFile(command, file))
  const lines = verified.isIntact
    ? formatVerified(verified)
    : [`The file is damaged or was changed: ${verified.reason}`]
  return report(command, { success: verified.isIntact, ...verified }, ...lines)
}

/** Writes a backup into a file that does not exist yet, and verifies it. */
export async function exportBackup(
  command: ConnectedCommand,
  backupId: string,
  file: string | undefined,
): Promise<ExitCode> {
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
  const content = createReadStream(path).compose(
    counted((bytes) =>
      showProgress(bytes < size ? `${progressBar(bytes, size)} sending` : stepTexts.waiting),
    ),
  )
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

const counted = (onBytes: (bytes: number) => void): Transform => {
  let bytes = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      onBytes(bytes)
      done(null, chunk)
    },
  })
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

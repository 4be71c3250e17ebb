// Commands of the operator's shell that verify, export and import backup files.

import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { backupFileType, historyEndpoints, type ImportProgress } from '@thirty/contracts/backups/api.ts'
import { isFullDisk } from '@thirty/infra/system-errors.ts'
import { verifyFile, type VerificationReport } from '../../backup-file/verify.ts'
import {
  progressBar,
  report,
  ShellFault,
  withNoun,
  type ExitCode,
  type ShellCommand,
  type ShellContext,
} from '../shell-context.ts'
import type { ConnectedCommand } from '../connection/open-connection.ts'
import { formatBackup } from './backup-commands.ts'

type IntactReport = Extract<VerificationReport, { isIntact: true }>

export async function verifyBackupFile(command: ShellCommand, file: string): Promise<ExitCode> {
  const { context } = command
  const verified = await verify(existingFile(file, context), context)
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
  const { connection, context } = command
  const response = await connection.client.open(historyEndpoints.export, { params: { backupId } })
  const path = resolve(
    context.workingDirectory,
    file ?? suggestedName(response.headers['content-disposition']) ?? `${backupId}.ndjson.gz`,
  )
  const draft = `${path}.part`
  try {
    if (existsSync(path)) throw new ShellFault(`${path} already exists; choose another name.`)
    await pipeline(
      response,
      counted((bytes) => context.showProgress(`Exporting … ${formatBytes(bytes)}`)),
      createWriteStream(draft, { flags: 'w', mode: 0o600 }),
      { signal: context.signal },
    )
    const verified = await verify(draft, context)
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
  const { connection, context } = command
  const path = existingFile(file, context)
  const verified = await verify(path, context)
  if (!verified.isIntact) throw new ShellFault(`The file is damaged or was changed: ${verified.reason}`)
  const { size } = statSync(path)
  const content = createReadStream(path).compose(
    counted((bytes) =>
      context.showProgress(bytes < size ? `${progressBar(bytes, size)} sending` : stepTexts.waiting),
    ),
  )
  const response = await connection.client.call(
    historyEndpoints.import,
    { file: { content, type: backupFileType, size } },
    ({ step, events, total }) =>
      context.showProgress(
        total === 0 ? stepTexts[step] : `${progressBar(events, total)} ${stepTexts[step]}`,
      ),
  )
  context.showProgress('')
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

async function verify(path: string, context: ShellContext): Promise<VerificationReport> {
  const { size } = statSync(path)
  const verified = await verifyFile(path, {
    clock: context.clock,
    onProgress: ({ bytes, events }) => {
      context.signal.throwIfAborted()
      context.showProgress(`${progressBar(bytes, size)} verifying, ${events} events`)
    },
  })
  context.showProgress('')
  return verified
}

function existingFile(file: string, { workingDirectory }: ShellContext): string {
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
}: IntactReport): string[] {
  const { totalProjects, totalParticipants } = header.statistics
  return [
    `The file is complete and unchanged: "${header.name}" of ${header.createdAt}.`,
    `${withNoun(events, 'event')}, ${withNoun(totalProjects, 'project')}, ${withNoun(totalParticipants, 'participant')}; format ${formatVersion}, release ${productVersion}.`,
    `Final hash:         ${finalHash}`,
    `Leaderboard digest: ${digest}`,
  ]
}

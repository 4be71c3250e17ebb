import { setTimeout as pause } from 'node:timers/promises'
import {
  backupsResponse,
  type Backup,
  type HistoryStatus,
  type RestorePreview,
} from '@thirty/contracts/api/admin/backups.ts'
import { historyEndpoints } from '@thirty/contracts/api/admin/backups.ts'
import type { Connection } from '../connection/open-connection.ts'
import { textOf, type OperatorClient } from '../connection/operator-client.ts'
import {
  exitCodes,
  progressBar,
  ShellFault,
  withNoun,
  type ExitCode,
  type ShellContext,
} from '../shell-context.ts'

export type BackupCommand = { connection: Connection; context: ShellContext; isJson: boolean }

/** Lists all backups, newest first. */
export async function listBackups({ connection, context, isJson }: BackupCommand): Promise<ExitCode> {
  const backups = await allBackups(connection.client)
  if (isJson) context.print(JSON.stringify({ success: true, backups }))
  else if (backups.length === 0) context.print('There are no backups.')
  else for (const backup of backups) context.print(formatBackup(backup))
  return exitCodes.fine
}

async function allBackups(client: OperatorClient): Promise<Backup[]> {
  const backups: Backup[] = []
  for (let cursor: string | undefined; ;) {
    const response = await client.open(historyEndpoints.list, {
      query: { limit: '200', ...(cursor !== undefined && { cursor }) },
    })
    backups.push(...backupsResponse.parse(JSON.parse(await textOf(response))))
    const next = response.headers['x-next-cursor']
    if (typeof next !== 'string' || next === '') return backups
    cursor = next
  }
}

/** Backs up the current run as it is now. */
export async function createBackup(
  name: string,
  { connection, context, isJson }: BackupCommand,
): Promise<ExitCode> {
  const { backupId, position } = await connection.client.call(historyEndpoints.create, { body: { name } })
  if (isJson) context.print(JSON.stringify({ success: true, backupId, position }))
  else context.print(`Created the backup ${backupId}.`)
  return exitCodes.fine
}

/** Shows a backup, and what its restore would change. */
export async function showBackup(
  backupId: string,
  { connection, context, isJson }: BackupCommand,
): Promise<ExitCode> {
  const preview = await connection.client.call(historyEndpoints.preview, { params: { backupId } })
  if (isJson) context.print(JSON.stringify(preview))
  else for (const line of formatPreview(preview)) context.print(line)
  return exitCodes.fine
}

/**
 * Restores a backup and waits until its run is shown. With `isPreview` it only says what would change. The run before stays
 * as a backup, so a restore can be undone.
 */
export async function restoreBackup(
  backupId: string,
  { connection, context, isJson }: BackupCommand,
  isPreview: boolean,
): Promise<ExitCode> {
  if (isPreview) return showBackup(backupId, { connection, context, isJson })
  const { client } = connection
  const { run, safetyBackupId } = await client.call(historyEndpoints.restore, { params: { backupId } })
  // The embedded read models of a shell at rest end with it; the next start builds the read models of the new run.
  const status = await waitForRun(client, run, context)
  if (isJson) context.print(JSON.stringify({ success: true, run, safetyBackupId, state: status.state }))
  else {
    context.print(`Restored. Run ${run} is ${status.shownRun === run ? 'shown' : 'not shown yet'}.`)
    context.print(`To undo it: npm run ops -- backup restore ${safetyBackupId}`)
  }
  return exitCodes.fine
}

const pollIntervalMs = 250

async function waitForRun(
  client: OperatorClient,
  run: number,
  context: ShellContext,
): Promise<HistoryStatus> {
  for (;;) {
    const status = await client.call(historyEndpoints.status)
    // Somebody else may have reset or restored meanwhile.
    if (status.shownRun >= run || status.run !== run) {
      context.showProgress('')
      return status
    }
    if (status.state === 'failed')
      throw new ShellFault(
        `The restore is in the log, but its read models cannot be built at the moment: ${status.failure ?? 'unknown'} The previous run stays visible until they are.`,
      )
    context.showProgress(`${progressBar(Number(status.done), Number(status.total))} building run ${run}`)
    await pause(pollIntervalMs, undefined, { signal: context.signal }).catch(() => {
      throw new ShellFault(
        'Stopped waiting. The backup is restored; its run appears when its read models are built.',
      )
    })
  }
}

/** Describes a backup in one line. */
export function formatBackup({ _id, name, createdAt, automatic, imported, data }: Backup): string {
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

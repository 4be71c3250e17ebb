// Commands of the operator's shell that list, create, show and restore backups. For backup files see `backup-files.ts`.

import { text } from 'node:stream/consumers'
import {
  backupsResponse,
  type Backup,
  type HistoryStatus,
  type RestorePreview,
} from '@thirty/contracts/backups/api.ts'
import { historyEndpoints } from '@thirty/contracts/backups/api.ts'
import type { ConnectedCommand } from '../connection/open-connection.ts'
import type { OperatorClient } from '../connection/operator-client.ts'
import {
  pauseBetweenPolls,
  progressBar,
  report,
  ShellFault,
  withNoun,
  type ExitCode,
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

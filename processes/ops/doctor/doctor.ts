// The command `doctor` of the operator's shell: examines an installation and prints a report, and changes nothing. `check-stored.ts` checks
// what is stored; the checks of all else are here: the read models, a proxy, the disk, the outbox, and the configuration with who can read
// the secrets.

import { access, constants, readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { healthEndpoints } from '@thirty/contracts/operations/health-api.ts'
import { diskLimits } from '@thirty/contracts/operations/health.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { diskMedia } from '@thirty/infra/media/disk.ts'
import { s3Media } from '@thirty/infra/media/s3.ts'
import { ignoreMissing } from '@thirty/infra/system-errors.ts'
import type { Config } from '../../config/config.ts'
import { secretFiles } from '../../config/environment-variables.ts'
import type { ReadSpace } from '../../health/storage-watch.ts'
import { formatReadModels, isAllFine, operateReadModels } from '../commands/read-model-operations.ts'
import { requireLog, withConnection, type ConnectedCommand } from '../connection/open-connection.ts'
import { report, ShellFault, type ExitCode, type ShellCommand } from '../shell-context.ts'
import { checkDemo, checkEmbeddedLog, checkEventStoreLog, checkImages } from './check-stored.ts'
import { errorMessage, findingOf, formatFinding, type Finding } from './finding.ts'

export async function doctorCommand(command: ShellCommand): Promise<ExitCode> {
  const { config, print, showProgress, isJson } = command
  if (config.eventStoreUrl === undefined) requireLog(config.dataDir)
  const findings: (Finding & { check: string })[] = []
  const add = (check: string, finding: Finding) => {
    findings.push({ check, ...finding })
    if (!isJson) for (const line of formatFinding(finding)) print(line)
  }
  add('configuration', await checkConfiguration(config))
  add('disk', await checkDisk(config.dataDir))
  showProgress('Verifying the event log …')
  const checked = await (config.eventStoreUrl === undefined
    ? checkEmbeddedLog(config.dataDir)
    : checkEventStoreLog(config.eventStoreUrl))
  try {
    showProgress('')
    add('log', checked.finding)
    if (checked.log) {
      const demo = await checkDemo(checked.log, config)
      if (demo !== undefined) add('demo', demo)
      showProgress('Looking for the images …')
      const finding = await checkStoredImages(config, checked.log)
      showProgress('')
      add('images', finding)
    }
  } finally {
    await checked.close()
  }
  add('outbox', await checkOutbox(config))
  const { readModels, proxy } = await checkConnected(command)
  add('read models', readModels)
  if (proxy) add('proxy', proxy)
  const hasFault = findings.some(({ state }) => state === 'fault')
  const conclusion = hasFault ? 'Faults were found.' : 'No faults were found.'
  return report(command, { success: !hasFault, findings }, conclusion)
}

const checkStoredImages = (config: Config, log: Pick<EventLog, 'readAll'>): Promise<Finding> =>
  findingOf('The store of the images cannot be opened', async () => {
    const folder = join(config.dataDir, 'media')
    const media = await (config.s3 ? s3Media(config.s3, { onError: () => undefined }) : diskMedia(folder))
    const finding = await checkImages(log, media, config.s3 ? undefined : folder)
    await media.close()
    return finding
  })

/** Checks what needs a connection: the read models, and whether a running server ignores the headers of a proxy. */
async function checkConnected(
  command: ShellCommand,
): Promise<{ readModels: Finding; proxy?: Finding | undefined }> {
  try {
    return await withConnection(command, async (connected) => ({
      readModels: await checkReadModels(connected),
      proxy: await checkProxy(connected),
    }))
  } catch (error) {
    if (command.signal.aborted) throw new ShellFault('Stopped.', { cause: error })
    const message = `The read models cannot be compared with the log: ${errorMessage(error)}.`
    return { readModels: { state: 'fault', message } }
  }
}

async function checkReadModels(command: ConnectedCommand): Promise<Finding> {
  const readModels = await operateReadModels(command, 'check')
  // Stopped read models first: a report shows few details.
  const details = formatReadModels(
    readModels.toSorted((one, other) => Number(!one.standstill) - Number(!other.standstill)),
  )
  const place = {
    server: 'in the running server',
    rest: command.config.redisUrl === undefined ? 'as the next start would build them' : 'in Redis',
    beside: 'in Redis',
  }[command.mode]
  const standing = readModels.filter(({ standstill }) => standstill !== undefined)
  if (standing.length > 0) {
    const names = standing.map(({ name }) => name).join(', ')
    const message = `${names} ${standing.length === 1 ? 'has' : 'have'} stopped, ${place}: later events are missing from the screens.`
    return { state: 'fault', message, details }
  }
  if (!isAllFine(readModels))
    return {
      state: 'fault',
      message: `Read models differ from the log, ${place}. "npm run ops -- replay" rebuilds them.`,
      details,
    }
  const message = `All ${readModels.length} read models match the log, ${place}.`
  return { state: readModels.length === 0 ? 'warning' : 'fine', message, details }
}

/** Asks the running server whether it ignores the headers of a proxy. */
async function checkProxy({ mode, client }: ConnectedCommand): Promise<Finding | undefined> {
  if (mode !== 'server') return undefined
  const { processes } = await client.call(healthEndpoints.health).catch(() => ({ processes: [] }))
  const ignored = processes.find(({ untrustedProxy }) => untrustedProxy)?.untrustedProxy
  if (!ignored) return undefined
  const message = `The forwarding headers of ${ignored} are ignored. If it is your proxy, name it in TRUST_PROXY: until then, all its clients count as one.`
  return { state: 'warning', message }
}

const mebibyte = 1024 * 1024
const comfortableBytes = 1024 * mebibyte

export const checkDisk = (folder: string, readSpace: ReadSpace = statfs): Promise<Finding> =>
  findingOf('The free space cannot be read', async () => {
    const { bavail, bsize } = await readSpace(folder)
    const free = bavail * bsize
    const state = free < diskLimits.lowBytes ? 'fault' : free < comfortableBytes ? 'warning' : 'fine'
    return { state, message: `${Math.floor(free / mebibyte)} MiB are free on the disk of ${folder}.` }
  })

/** Without a mail server, emails are files. */
export const checkOutbox = ({ dataDir, smtp }: Config): Promise<Finding> =>
  findingOf('The outbox cannot be read', async () => {
    const files = (await readdir(join(dataDir, 'outbox')).catch(ignoreMissing)) ?? []
    const count = files.filter((name) => name.endsWith('.eml')).length
    const message =
      smtp === undefined
        ? `SMTP_URL is not set: emails become files in the outbox (${count} so far), and nobody receives them.`
        : count === 0
          ? 'Emails are sent by a mail server.'
          : `Emails are sent by a mail server, but the outbox still has ${count}. Their links open accounts; delete them.`
    return { state: count === 0 ? 'fine' : 'warning', message }
  })

/** Checks settings that are valid but rarely meant, and that nobody else can read the secrets. */
export async function checkConfiguration(config: Config): Promise<Finding> {
  const details: string[] = []
  const open: string[] = []
  const unreadable: string[] = []
  for (const name of Object.values(secretFiles)) {
    const file = join(config.dataDir, name)
    try {
      const found = await stat(file).catch(ignoreMissing)
      if (found === undefined) continue
      await access(file, constants.R_OK)
      if ((found.mode & 0o077) !== 0) open.push(file)
    } catch (error) {
      unreadable.push(errorMessage(error))
    }
  }
  if (unreadable.length > 0)
    return { state: 'fault', message: 'Secrets in the data folder cannot be read.', details: unreadable }
  if (config.isProduction && config.publicUrl.protocol !== 'https:')
    details.push('PUBLIC_URL does not begin with https.')
  if (!config.isRateLimited) details.push('RATE_LIMIT is off.')
  if (config.selfCheckMs === 0)
    details.push('SELF_CHECK_HOURS is 0: read models are compared on request only.')
  if (!config.isProduction) details.push('NODE_ENV is not production.')
  if (open.length > 0)
    return {
      state: 'fault',
      message: 'Other users of this machine can read secrets.',
      details: [...open.map((file) => `chmod 600 ${file}`), ...details],
    }
  const stores = [
    config.eventStoreUrl === undefined ? 'the embedded log' : 'EventStoreDB',
    config.redisUrl === undefined ? 'read models in memory' : 'read models in Redis',
    config.s3 === undefined ? 'images as files' : 'images in object storage',
  ]
  const state = details.some((detail) => !detail.startsWith('NODE_ENV')) ? 'warning' : 'fine'
  return { state, message: `The configuration is valid: ${stores.join(', ')}.`, details }
}

import { join } from 'node:path'
import { healthEndpoints } from '@thirty/contracts/api/admin/health.ts'
import { diskMedia } from '@thirty/infra/media/disk.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { s3Media } from '@thirty/infra/media/s3.ts'
import type { Config } from '../../config/config.ts'
import { openConnection, requireLog } from '../connection/open-connection.ts'
import { formatReadModels, isAllFine, operateReadModels } from '../commands/read-model-operations.ts'
import { exitCodes, ShellFault, type ExitCode, type ShellContext } from '../shell-context.ts'
import { checkDemo } from './check-demo.ts'
import { checkImages } from './check-images.ts'
import { checkEmbeddedLog, checkEventStoreLog } from './check-log.ts'
import { checkConfiguration, checkDisk, checkOutbox } from './check-machine.ts'
import { errorMessage } from './error-message.ts'
import { formatFindings, type Finding } from './finding.ts'

/** Examines an installation and prints a report. Changes nothing. */
export async function doctorCommand(
  config: Config,
  context: ShellContext,
  isJson: boolean,
): Promise<ExitCode> {
  if (config.eventStoreUrl === undefined) requireLog(config.dataDir)
  const findings: Finding[] = []
  const report = (finding: Finding) => {
    findings.push(finding)
    if (!isJson) for (const line of formatFindings([finding])) context.print(line)
  }
  report(await checkConfiguration(config))
  report(await checkDisk(config.dataDir))
  context.showProgress('Verifying the event log …')
  const checked = await (config.eventStoreUrl === undefined
    ? checkEmbeddedLog(config.dataDir)
    : checkEventStoreLog(config.eventStoreUrl))
  try {
    context.showProgress('')
    report(checked.finding)
    if (checked.log) {
      const demo = await checkDemo(checked.log, config)
      if (demo !== undefined) report(demo)
      context.showProgress('Looking for the images …')
      const finding = await checkStoredImages(config, checked.log)
      context.showProgress('')
      report(finding)
    }
  } finally {
    await checked.close()
  }
  report(await checkOutbox(config))
  report(await checkReadModels(config, context))
  const proxy = await checkProxy(config, context)
  if (proxy) report(proxy)
  const hasFault = findings.some(({ state }) => state === 'fault')
  if (isJson) context.print(JSON.stringify({ success: !hasFault, findings }))
  else context.print(hasFault ? 'Faults were found.' : 'No faults were found.')
  return hasFault ? exitCodes.faultFound : exitCodes.fine
}

const imageFolder = ({ dataDir }: Config): string => join(dataDir, 'media')

const openImages = async (config: Config) =>
  config.s3 === undefined ? diskMedia(imageFolder(config)) : s3Media(config.s3, { onError: () => undefined })

async function checkStoredImages(config: Config, log: Pick<EventLog, 'readAll'>): Promise<Finding> {
  try {
    const media = await openImages(config)
    const finding = await checkImages(log, media, config.s3 ? undefined : imageFolder(config))
    await media.close()
    return finding
  } catch (error) {
    const message = `The store of the images cannot be opened: ${errorMessage(error)}.`
    return { check: 'images', state: 'fault', message }
  }
}

async function checkReadModels(config: Config, context: ShellContext): Promise<Finding> {
  try {
    const connection = await openConnection(config, context)
    try {
      const readModels = await operateReadModels(connection, 'check', context)
      // Stopped read models first: a report shows few details.
      const details = formatReadModels(
        readModels.toSorted((one, other) => Number(!one.standstill) - Number(!other.standstill)),
      )
      const place = {
        server: 'in the running server',
        rest: config.redisUrl === undefined ? 'as the next start would build them' : 'in Redis',
        beside: 'in Redis',
      }[connection.mode]
      const standing = readModels.filter(({ standstill }) => standstill !== undefined)
      if (standing.length > 0)
        return {
          check: 'read models',
          state: 'fault',
          message: `${standing.map(({ name }) => name).join(', ')} ${standing.length === 1 ? 'has' : 'have'} stopped, ${place}: later events are missing from the screens.`,
          details,
        }
      if (!isAllFine(readModels))
        return {
          check: 'read models',
          state: 'fault',
          message: `Read models differ from the log, ${place}. "npm run ops -- replay" rebuilds them.`,
          details,
        }
      const message = `All ${readModels.length} read models match the log, ${place}.`
      return { check: 'read models', state: readModels.length === 0 ? 'warning' : 'fine', message, details }
    } finally {
      await connection.close()
    }
  } catch (error) {
    if (context.signal.aborted) throw new ShellFault('Stopped.', { cause: error })
    const message = `The read models cannot be compared with the log: ${errorMessage(error)}.`
    return { check: 'read models', state: 'fault', message }
  }
}

/** Asks the running server whether it ignores the headers of a proxy; nothing if none runs, or it cannot be asked. */
async function checkProxy(config: Config, context: ShellContext): Promise<Finding | undefined> {
  try {
    const connection = await openConnection(config, context)
    try {
      if (connection.mode !== 'server') return undefined
      const { processes } = await connection.client.call(healthEndpoints.health)
      const ignored = processes.find(({ untrustedProxy }) => untrustedProxy)?.untrustedProxy
      return ignored
        ? {
            check: 'proxy',
            state: 'warning',
            message: `The forwarding headers of ${ignored} are ignored. If it is your proxy, name it in TRUST_PROXY: until then, all its clients count as one.`,
          }
        : undefined
    } finally {
      await connection.close()
    }
  } catch {
    // The read models were checked over the same connection, and their finding names the error.
    return undefined
  }
}

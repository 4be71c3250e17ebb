// Checks of what surrounds the stored data of an installation: the free space of the disk; emails in the outbox, where they are without a
// mail server; and the configuration, with who can read the secrets.

import { access, constants, readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { diskLimits } from '@thirty/contracts/operations/health.ts'
import { ignoreMissing } from '@thirty/infra/system-errors.ts'
import type { Config } from '../../config/config.ts'
import { secretFiles } from '../../config/environment-variables.ts'
import type { ReadSpace } from '../../health/storage-watch.ts'
import { errorMessage, findingOf, type Finding } from './finding.ts'

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

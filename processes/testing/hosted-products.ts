import { channel } from 'node:diagnostics_channel'
import {
  productStarts,
  type HostCommand,
  type HostReply,
  type HostRequest,
} from '@thirty/infra/testing/product-host-messages.ts'
import { start } from '../start.ts'
import type { Shutdown } from '../lifecycle/shutdown.ts'

// The program of `e2e/support/product-host.ts`: runs products as `main.ts` does, several in one process.

process.umask(0o077)
const shutdowns = new Map<string, Shutdown>()

process.on('message', (request: HostRequest) => void reply(request))
process.once('disconnect', () => process.exit())

async function reply({ id, command }: HostRequest): Promise<void> {
  const message: HostReply = { id }
  try {
    if (command.action === 'start') await startProduct(command)
    else if (!(await stopProduct(command.product))) message.error = 'Something could not be closed.'
  } catch (error) {
    message.error = error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
  process.send?.(message)
}

async function startProduct({ product, environment }: HostCommand & { action: 'start' }): Promise<void> {
  channel(productStarts).publish(environment)
  try {
    await start(environment, { isDemo: false, hasNewReservationKey: false }, ({ shutdown }) =>
      shutdowns.set(product, shutdown),
    )
  } catch (error) {
    await stopProduct(product)
    throw error
  }
}

async function stopProduct(product: string): Promise<boolean> {
  const shutdown = shutdowns.get(product)
  shutdowns.delete(product)
  return (await shutdown?.close()) ?? true
}

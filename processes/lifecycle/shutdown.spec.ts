import { silentLogger } from '@thirty/infra/logger.ts'
import { expect, test, vi } from 'vitest'
import { createShutdown } from './shutdown.ts'

test('closes in reverse order, once', async () => {
  const closed: string[] = []
  const shutdown = createShutdown(silentLogger)
  for (const name of ['server', 'log', 'store']) shutdown.defer(() => closed.push(name))
  expect(await Promise.all([shutdown.close(), shutdown.close()])).toEqual([true, true])
  expect(closed).toEqual(['store', 'log', 'server'])
})

test('an error in a closer is logged, and everything else is closed', async () => {
  const logger = { ...silentLogger, error: vi.fn<() => void>() }
  const shutdown = createShutdown(logger)
  const closeLog = vi.fn<() => void>()
  shutdown.defer(closeLog)
  shutdown.defer(() => Promise.reject(new Error('odd')))
  expect(await shutdown.close()).toBe(false)
  expect(closeLog).toHaveBeenCalledOnce()
  expect(logger.error).toHaveBeenCalledOnce()
})

test.each(['during', 'after'])('closes what opens %s the shutdown', async (when) => {
  const shutdown = createShutdown(silentLogger)
  const logClosed = Promise.withResolvers<void>()
  shutdown.defer(() => logClosed.promise)
  const closing = shutdown.close()
  if (when === 'after') {
    logClosed.resolve()
    await closing
  }
  const closeStore = vi.fn<() => void>()
  shutdown.defer(closeStore)
  logClosed.resolve()
  await (when === 'after' ? shutdown.close() : closing)
  expect(closeStore).toHaveBeenCalledOnce()
})

import { createErrorHandler } from '@thirty/infra/http/error-handler.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import { serverOfTest } from '@thirty/infra/testing/http/test-server.ts'
import express from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Commands } from '../fold.ts'
import { exportHandlers } from './endpoints.ts'

/** Serves exports whose content waits for `proceed`. */
async function startSlowExports() {
  const proceed = Promise.withResolvers<void>()
  let begun = 0
  async function* content() {
    begun += 1
    await proceed.promise
    yield 'content'
  }
  const handlers = exportHandlers({
    // Safe: the recorder needs no answer.
    commands: { handle: async () => undefined } as unknown as Commands,
    clock: () => 0,
    exportFile: () => ({ type: 'text/csv', content: content() }),
  })
  const { request } = await serverOfTest(
    express()
      .use((call, _response, next) => {
        Object.assign(call, { user: { id: 'ines' } })
        next()
      })
      .get('/', ...(handlers[0]?.handlers ?? []))
      .use(createErrorHandler(silentLogger)),
  )
  return { download: () => request('/?format=csv'), begun: () => begun, proceed: proceed.resolve }
}

test('two exports run at a time, two more wait, and others are told to come back', async () => {
  const { download, begun, proceed } = await startSlowExports()
  const downloads = Array.from({ length: 5 }, download)
  expect((await Promise.race(downloads)).json()).toMatchObject({ code: 'busy' })
  expect(begun()).toBe(2)
  proceed()
  expect((await Promise.all(downloads)).filter(({ status }) => status === 200)).toHaveLength(4)
})

test('an export that takes five minutes is cut', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { download, begun, proceed } = await startSlowExports()
  const downloads = Promise.allSettled([download()])
  while (begun() === 0) await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(await downloads).toMatchObject([{ status: 'rejected' }])
  proceed()
})

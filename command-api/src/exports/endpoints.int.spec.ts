import { createErrorHandler } from '@thirty/infra/http/error-handler.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import { startTestServer } from '@thirty/infra/testing/http/test-server.ts'
import express from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Commands } from '../handle.ts'
import { exportHandlers } from './endpoints.ts'

/** Serves exports whose content waits for `proceed`. */
async function startSlowExports() {
  const proceed = Promise.withResolvers<void>()
  const counts = { begun: 0, ended: 0 }
  async function* content() {
    counts.begun += 1
    try {
      await proceed.promise
      yield 'content'
    } finally {
      counts.ended += 1
    }
  }
  const handlers = exportHandlers({
    // Safe: the recorder needs no answer.
    commands: { handle: async () => undefined } as unknown as Commands,
    clock: () => 0,
    exportFile: () => ({ type: 'text/csv', content: content() }),
  })
  const server = await startTestServer(
    express()
      .use((request, _response, next) => {
        Object.assign(request, { user: { id: 'ines' } })
        next()
      })
      .get('/', ...(handlers[0]?.handlers ?? []))
      .use(createErrorHandler(silentLogger)),
  )
  onTestFinished(server.close)
  return { server, counts, proceed: proceed.resolve }
}

test('two exports run at a time, two more wait, and others are told to come back', async () => {
  const { server, counts, proceed } = await startSlowExports()
  const requests = Array.from({ length: 5 }, () => server.request('/?format=csv'))
  expect((await Promise.race(requests)).json()).toMatchObject({ code: 'busy' })
  expect(counts.begun).toBe(2)
  proceed()
  expect((await Promise.all(requests)).filter(({ status }) => status === 200)).toHaveLength(4)
})

test('an export that takes five minutes is cut', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { server, counts, proceed } = await startSlowExports()
  const download = Promise.allSettled([server.request('/?format=csv')])
  while (counts.begun === 0) await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(await download).toMatchObject([{ status: 'rejected' }])
  proceed()
})

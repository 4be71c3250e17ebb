import { post } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { progressType } from '@thirty/contracts/endpoints/progress.ts'
import { untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import { text as textOf } from 'node:stream/consumers'
import { serve } from '@thirty/infra/testing/http/guarded-endpoints.ts'
import { fakeScheduler, type FakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { openRequest, serverOfTest } from '@thirty/infra/testing/http/test-server.ts'
import express, { type Response } from 'express'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { progressReporter, sendOutcome, type ReportProgress } from './progress.ts'

const definition = post('/api/file', 'everyone', {
  summary: 'Count',
  limit: 'query',
  status: 201,
  progress: z.object({ done: z.int() }),
  response: z.object({ total: z.int() }),
})

type Work = (report: ReportProgress<{ done: number }>) => Promise<{ total: number }>

const lines = { method: 'POST', headers: { accept: `${progressType}, application/json` } }
const plain = { method: 'POST', headers: { accept: '*/*' } }
/** Asks for this work. `logged` has what the server logs. */
async function counting(work: Work, request = lines) {
  const server = await serve([endpoint(definition)(({ report }) => work(report))])
  return { response: await openRequest(server.port, '/api/file', request), logged: server.lines }
}
const parsed = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const countToTwo: Work = async (report) => {
  report({ done: 1 })
  return { total: 2 }
}

test('a caller that accepts lines receives progress and then the outcome', async () => {
  const { response } = await counting(countToTwo)
  const headers = { 'content-type': progressType, 'x-accel-buffering': 'no' }
  expect(response).toMatchObject({ statusCode: 200, headers })
  expect(parsed(await textOf(response))).toEqual([
    { progress: { done: 1 } },
    { status: 201, body: { total: 2 } },
  ])
})

test('the progress is there before the request is done', async () => {
  const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>()
  const { response } = await counting(async (report) => {
    report({ done: 1 })
    await isSeen
    return { total: 1 }
  })
  let text = ''
  for await (const chunk of response) {
    text += String(chunk)
    if (text.includes('"done":1')) seen()
  }
  expect(parsed(text)).toHaveLength(2)
})

test.each<[who: string, work: Work, request: typeof lines, total: number]>([
  ['other callers', countToTwo, plain, 2],
  ['callers of a request without progress', async () => ({ total: 0 }), lines, 0],
])('%s receive the usual response', async (_who, work, request, total) => {
  const { response } = await counting(work, request)
  expect([response.statusCode, JSON.parse(await textOf(response))]).toEqual([201, { total }])
})

test('a refusal and an error after progress are outcomes', async () => {
  const outcomeOf = async (error: Error) => {
    const { response, logged } = await counting(async (report) => {
      report({ done: 1 })
      throw error
    })
    return { outcome: parsed(await textOf(response)).at(-1), logged: logged.join('') }
  }
  const body = { success: false, code: 'backup-damaged', message: 'Line 7 is damaged.' }
  expect(await outcomeOf(untranslated('backup-damaged', 'Line 7 is damaged.'))).toEqual({
    outcome: { status: 422, body },
    logged: '',
  })
  expect(await outcomeOf(new Error('a secret detail'))).toMatchObject({
    outcome: { status: 500, body: { code: 'unexpected' } },
    logged: expect.stringContaining('a secret detail'),
  })
})

test('a caller that has gone does not stop the request', async () => {
  const { promise: hasGone, resolve: gone } = Promise.withResolvers<void>()
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
  const { response, logged } = await counting(async (report) => {
    report({ done: 1 })
    await hasGone
    report({ done: 2 })
    done()
    return { total: 2 }
  })
  response.once('close', gone)
  response.destroy()
  await isDone
  expect(logged).toEqual([])
})

/** Sends a request that reports two steps at once and then works, in a time that passes only with `time`. */
async function reportingTwice(work: (response: Response, time: FakeScheduler) => Promise<void>) {
  const time = fakeScheduler()
  const app = express().post('/api/file', async (request, response) => {
    const report = progressReporter(request, response, time)
    report({ done: 1 })
    report({ done: 2 })
    await work(response, time)
  })
  const { port } = await serverOfTest(app)
  return { response: await openRequest(port, '/api/file', lines), time }
}

test('frequent reports are thinned out, and the latest is sent again every 15 seconds until the outcome', async () => {
  const { response, time } = await reportingTwice(async (response, time) => {
    await time.advance(31_000)
    sendOutcome(response, { status: 201, body: { total: 2 } })
  })
  expect(parsed(await textOf(response))).toEqual([
    { progress: { done: 1 } },
    { progress: { done: 2 } },
    { progress: { done: 2 } },
    { status: 201, body: { total: 2 } },
  ])
  await vi.waitFor(() => expect(time.pendingTimers()).toBe(0))
})

test('nothing is sent again to a caller that has gone', async () => {
  const { response, time } = await reportingTwice(async () => undefined)
  expect(time.pendingTimers()).toBe(1)
  response.destroy()
  await vi.waitFor(() => expect(time.pendingTimers()).toBe(0))
})

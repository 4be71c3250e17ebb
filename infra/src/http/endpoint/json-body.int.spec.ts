import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '../../logger.ts'
import { startTestServer } from '@thirty/infra/testing/http/test-server.ts'
import { jsonBody } from './json-body.ts'
import { statusByCode } from '@thirty/contracts/refusals.ts'
import { createErrorHandler } from '../error-handler.ts'

/** The reading of bodies alone: behind it nothing looks at what came. */
async function reading() {
  const app = express().use(...jsonBody, (request, response) => void response.json({ body: request.body }))
  const running = await startTestServer(app.use(createErrorHandler(silentLogger, statusByCode)))
  onTestFinished(running.close)
  return async (body: string) =>
    (await running.request('/', { method: 'POST', body, headers: { 'content-type': 'application/json' } }))
      .status
}

const levels = (count: number) => '['.repeat(count) + ']'.repeat(count)

test.each(['__proto__', 'constructor', 'prototype'])(
  'a key called %s is refused at every level, whatever the call takes',
  async (key) => {
    const status = await reading()
    const odd = `{"${key}":{"isAdmin":true}}`
    for (const body of [odd, `[${odd}]`, `{"a":${odd}}`, `{"a":[{"b":${odd}}]}`]) {
      expect([body, await status(body)]).toEqual([body, 400])
    }
    expect(await status(`{"a":"${key}"}`)).toBe(200)
  },
)

test('twenty levels are read, and one more is not', async () => {
  const status = await reading()
  expect(await status(levels(20))).toBe(200)
  expect(await status(levels(21))).toBe(400)
  expect(await status(`{"a":${levels(20)}}`)).toBe(400)
  expect(await status(levels(10_000))).toBe(400)
})

test('a hundred thousand bytes are read, and one more is not', async () => {
  const status = await reading()
  const filled = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
  expect(await status(filled(100_000))).toBe(200)
  expect(await status(filled(100_001))).toBe(413)
})

import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '../../logger.ts'
import { startTestServer } from '@thirty/infra/testing/http/test-server.ts'
import { jsonBody } from './json-body.ts'
import { statusByCode } from '@thirty/contracts/endpoints/refusals.ts'
import { createErrorHandler } from '../error-handler.ts'

/** Starts an app that only parses bodies. */
async function startParser() {
  const app = express().use(...jsonBody, (request, response) => void response.json({ body: request.body }))
  const running = await startTestServer(app.use(createErrorHandler(silentLogger, statusByCode)))
  onTestFinished(running.close)
  return async (body: string) =>
    (await running.request('/', { method: 'POST', body, headers: { 'content-type': 'application/json' } }))
      .status
}

const levels = (count: number) => '['.repeat(count) + ']'.repeat(count)

test.each(['__proto__', 'constructor', 'prototype'])(
  'refuses the key %s at every depth, for every endpoint',
  async (key) => {
    const status = await startParser()
    const dangerous = `{"${key}":{"isAdmin":true}}`
    for (const body of [dangerous, `[${dangerous}]`, `{"a":${dangerous}}`, `{"a":[{"b":${dangerous}}]}`]) {
      expect([body, await status(body)]).toEqual([body, 400])
    }
    expect(await status(`{"a":"${key}"}`)).toBe(200)
  },
)

test('accepts twenty levels of nesting and no more', async () => {
  const status = await startParser()
  expect(await status(levels(20))).toBe(200)
  expect(await status(levels(21))).toBe(400)
  expect(await status(`{"a":${levels(20)}}`)).toBe(400)
  expect(await status(levels(10_000))).toBe(400)
})

test('accepts a hundred thousand bytes and no more', async () => {
  const status = await startParser()
  const filled = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
  expect(await status(filled(100_000))).toBe(200)
  expect(await status(filled(100_001))).toBe(413)
})

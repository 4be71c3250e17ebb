import { connect } from 'node:net'
import express, { type ErrorRequestHandler } from 'express'
import { expect, test } from 'vitest'
import { serverOfTest } from '@thirty/infra/testing/http/test-server.ts'
import { silentLogger } from '../../logger.ts'
import { jsonBody } from './request-body.ts'
import { createErrorHandler } from '../error-handler.ts'

/** Starts an app that only parses bodies. Returns what sends it one, and the status of its answer. */
async function startParser() {
  const app = express().use(...jsonBody, (_request, response) => void response.end())
  const { request } = await serverOfTest(app.use(createErrorHandler(silentLogger)))
  const headers = { 'content-type': 'application/json' }
  return async (body: string) => (await request('/', { method: 'POST', headers, body })).status
}

const levels = (count: number) => '['.repeat(count) + ']'.repeat(count)

test.each(['__proto__', 'constructor', 'prototype'])(
  'refuses the key %s at every depth, for every endpoint',
  async (key) => {
    const status = await startParser()
    const dangerous = `{"${key}":{"isAdmin":true}}`
    for (const body of [dangerous, `[${dangerous}]`, `{"a":${dangerous}}`, `{"a":[{"b":${dangerous}}]}`])
      expect([body, await status(body)]).toEqual([body, 400])
    expect(await status(`{"a":"${key}"}`)).toBe(200)
  },
)

test('accepts twenty levels of nesting and no more', async () => {
  const status = await startParser()
  expect(await status(levels(20))).toBe(200)
  for (const body of [levels(21), `{"a":${levels(20)}}`, levels(10_000)]) expect(await status(body)).toBe(400)
})

test('accepts a hundred thousand bytes and no more', async () => {
  const status = await startParser()
  const filled = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
  expect(await status(filled(100_000))).toBe(200)
  expect(await status(filled(100_001))).toBe(413)
})

test('a body whose sender goes away reaches no handler', async () => {
  const failed = Promise.withResolvers<unknown>()
  const app = express().use(...jsonBody, () => failed.resolve('the request was handled'))
  const onError: ErrorRequestHandler = (error, _request, _response, _next) => failed.resolve(error)
  const { port } = await serverOfTest(app.use(onError))
  const socket = connect(port, '127.0.0.1', () => {
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n'
    socket.write(`${head}{"a"`, () => socket.destroy())
  })
  expect(await failed.promise).toMatchObject({ status: 400 })
})

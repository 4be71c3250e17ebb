import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { expect, test } from 'vitest'
import { openRequest, serverOfTest } from '@thirty/infra/testing/http/test-server.ts'
import { silentLogger } from '../../logger.ts'
import { jsonBody } from './request-body.ts'
import { createErrorHandler } from '../error-handler.ts'

const json = { 'content-type': 'application/json' }

/** Starts an app that only parses bodies; returns what sends it a body in parts, and its answer: what it has read. */
async function startEcho(parser: readonly RequestHandler[] = jsonBody) {
  const app = express().use(...parser, (request, response) => void response.json({ body: request.body }))
  const { port } = await serverOfTest(app.use(createErrorHandler(silentLogger)))
  return async (parts: readonly (string | Uint8Array)[], headers: Record<string, string> = json) => {
    const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
    const body = Readable.from(
      (async function* () {
        for (const part of parts) {
          yield Buffer.from(part)
          await pause(5)
        }
      })(),
    )
    const sent = { method: 'POST', headers: { 'content-length': `${length}`, ...headers }, body }
    const response = await openRequest(port, '/', sent)
    return { status: response.statusCode, text: await text(response) }
  }
}

async function startParser() {
  const echo = await startEcho()
  return async (body: string) => (await echo([body])).status
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

test.each<[what: string, body: readonly (string | Uint8Array)[], headers?: Record<string, string>]>([
  ['an object', ['{"a":["ä",1,null]}']],
  ['an array with blanks around it', [' \n\t[1, 2] ']],
  ['text with a byte order mark', ['\uFEFF{"a":1}']],
  ['bytes that are not UTF-8', [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])]],
  ['nothing', []],
  ['only blanks', ['  ']],
  ['a number', ['1']],
  ['null', ['null']],
  ['text that is not JSON', ['{"a":']],
  ['a character in two parts', ['{"a":"\xc3', '\xa4"}'].map((part) => Buffer.from(part, 'latin1'))],
  ['a named charset', ['{"a":"ä"}'], { 'content-type': 'Application/JSON; charset=UTF-8' }],
  ['another charset', [Buffer.from('{}', 'utf16le')], { 'content-type': 'application/json; charset=utf-16' }],
  ['an unknown charset', ['{}'], { 'content-type': 'application/json; charset=latin1' }],
  ['a compressed body', [gzipSync('{"a":1}')], { ...json, 'content-encoding': 'gzip' }],
  ['another type', ['{}'], { 'content-type': 'text/plain' }],
])("reads %s like Express's parser", async (_what, body, headers) => {
  const expressParser = express.json({ limit: 100_000, strict: true, type: 'application/json' })
  const [own, other] = await Promise.all([startEcho(), startEcho([expressParser])])
  expect(await own(body, headers)).toEqual(await other(body, headers))
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
  expect(await failed.promise).toMatchObject({ code: 'malformed' })
})

// Reads the bodies of requests: JSON, and bodies that an endpoint takes as they are.

import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import express, { type RequestHandler, type Request, type Response } from 'express'
import { say } from '@thirty/contracts/texts/text.ts'
import { allowUpload, requestTimeoutMs } from '../request-timeout.ts'

const maxBytes = 100_000
const maxDepth = 20
const dangerousKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** Refuses a body as `malformed` if it is neither object nor array, or nested too deeply. An empty body is an empty object. */
export const jsonBody: RequestHandler[] = [
  express.json({ limit: maxBytes }),
  (request, _response, next) => {
    checkShape(request.body, maxDepth)
    next()
  },
]

function checkShape(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth === 0) throw new Refusal('malformed', 'The request is nested too deeply.')
  for (const [key, inner] of Object.entries(value)) {
    if (dangerousKeys.has(key)) throw new Refusal('malformed', 'The request is malformed.')
    checkShape(inner, depth - 1)
  }
}

/** A body as it arrives. It can be read once. */
export type RawBody = AsyncIterable<Uint8Array>

/** The rest of a refused body is read up to this size: browsers read no response before they have sent the whole body. */
const maxDiscardedBytes = 32 * 1024 * 1024
/** Less than the time of a request, which would be refused as too slow. A screenshot of 2 MB needs a line of 0.7 megabits a second. */
const maxDiscardingMs = requestTimeoutMs - 5_000

/**
 * Returns the body of a request as a stream. Throws `wrong-type` for another content type and `too-large` for a declared
 * size above the maximum. Reading throws `too-large` once more has arrived, and `malformed` when the sender has gone.
 */
export function rawBodyOf(request: Request, { type, maxBytes }: { type: string; maxBytes: number }): RawBody {
  if (!request.is(type) || request.headers['content-encoding'] !== undefined)
    throw new Refusal('wrong-type', `Please send the file as the body (Content-Type: ${type}).`)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  allowUpload(request)
  return limitedChunks(request, maxBytes)
}

async function* limitedChunks(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    // A body that is not read to its end must not destroy the request, which still needs a response.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('A raw body has chunks of bytes.')
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      yield chunk
    }
  } catch (error) {
    if (!request.complete && request.destroyed) throw new Refusal('malformed', 'The upload was aborted.')
    throw error
  }
}

const tooLarge = (maxBytes: number) =>
  new Refusal('too-large', say('fileLargerThan', { count: Math.floor(maxBytes / 1024 ** 2) }))

/**
 * Prepares a refusal of a request whose body was not read to its end: reads the rest if it is small and comes soon, and
 * otherwise closes the connection with the response.
 */
export async function discardBody(request: Request, response: Response): Promise<void> {
  if (request.complete || request.destroyed) return
  const isLarge = Number(request.headers['content-length']) > maxDiscardedBytes
  if (!isLarge) await readRest(request)
  if (request.complete || response.headersSent) return
  request.pause()
  response.setHeader('Connection', 'close')
}

async function readRest(request: Request): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  allowUpload(request)
  let bytes = 0
  const timer = setTimeout(resolve, maxDiscardingMs)
  const count = (chunk: Uint8Array) => {
    bytes += chunk.length
    if (bytes > maxDiscardedBytes) resolve()
  }
  request.on('data', count).once('end', resolve).once('close', resolve)
  await promise
  clearTimeout(timer)
  request.off('data', count)
}

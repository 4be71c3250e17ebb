import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import type { Request, Response } from 'express'
import { allowUpload } from '../request-timeout.ts'
import { say } from '@thirty/contracts/texts/text.ts'

/** A body as it arrives. It can be read once. */
export type RawBody = AsyncIterable<Uint8Array>

type RawBodyRules = { type: string; maxBytes: number }

/** The rest of a refused body is read up to this size: browsers read no response before they have sent the whole body. */
const maxDiscardedBytes = 32 * 1024 * 1024
const maxDiscardingMs = 10_000

/**
 * Returns the body of a request as a stream. Throws `wrong-type` for another content type and `too-large` for a declared
 * size above the maximum. Reading throws `too-large` once more has arrived, and `malformed` when the sender has gone.
 */
export function rawBodyOf(request: Request, { type, maxBytes }: RawBodyRules): RawBody {
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
  const { promise, resolve } = Promise.withResolvers<void>()
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
  if (request.complete || response.headersSent) return
  request.pause()
  response.setHeader('Connection', 'close')
}

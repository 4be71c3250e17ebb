// Streams files as responses, a limited number at a time, and ends them when the reader leaves.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { Request, Response } from 'express'
import { errorCode } from '../../system-errors.ts'
import { busyAfter, SharedCapacity } from '../../concurrency-limit.ts'

/**
 * A file that is streamed as the response. `fileName` consists of letters, digits, dots, hyphens and underscores; without
 * it browsers show the file instead of saving it.
 */
export type Download = {
  type: string
  fileName?: string
  /** Produced only as fast as the caller reads it. An error in its first chunk becomes a normal error response. */
  content: AsyncIterable<Uint8Array | string>
}

const safeFileName = /^\w[\w.-]{0,199}$/

/**
 * Streams a file. Throws the error of the content: before the first chunk nothing has been sent; later the connection is
 * cut, so that the caller never takes a part for the whole. A caller that goes away stops the content and is not an error.
 */
export async function sendDownload(
  request: Request,
  response: Response,
  { type, fileName, content }: Download,
): Promise<void> {
  if (fileName !== undefined && !safeFileName.test(fileName))
    throw new TypeError(`"${fileName}" is no safe file name.`)
  const headers = {
    'Content-Type': type,
    ...(fileName !== undefined && { 'Content-Disposition': `attachment; filename="${fileName}"` }),
  }
  if (request.method === 'HEAD') return void response.set(headers).end()
  const chunks = content[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (response.closed) return void (await chunks.return?.())
  response.set(headers)
  try {
    await pipeline(Readable.from(allChunks(first, chunks), { objectMode: false }), response)
  } catch (error) {
    if (!isDisconnect(error)) throw error
  }
}

type Chunk = Uint8Array | string

/** Waits for others between two chunks: content that is in memory would never do so, and keep the event loop for itself. */
async function* allChunks(first: IteratorResult<Chunk, unknown>, rest: AsyncIterator<Chunk>) {
  try {
    for (let next = first; next.done !== true; next = await rest.next()) {
      yield next.value
      await setImmediate()
    }
  } finally {
    await rest.return?.()
  }
}

/** Whether a caller has gone while its response was sent. */
export const isDisconnect = (error: unknown): boolean => errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE'

/**
 * Creates a limit for downloads that cost much: some run at once, and some more wait. Further downloads, and a wait of more than
 * `maxWaitMs`, end with `busy`. Their content is yielded once it is its turn, and the response is cut if it takes longer than `timeoutMs`.
 */
export function limitedDownloads({
  maxConcurrent = 2,
  maxWaiting = 2,
  // A caller who reads slowly must not keep others from theirs.
  timeoutMs = 5 * 60_000,
  maxWaitMs = timeoutMs,
}: { maxConcurrent?: number; maxWaiting?: number; timeoutMs?: number; maxWaitMs?: number } = {}) {
  const capacity = new SharedCapacity(maxConcurrent, { maxWaiting })
  return async function* limited<Part extends Chunk>(content: AsyncIterable<Part>, response: Response) {
    const release = await busyAfter(maxWaitMs, (signal) => capacity.acquire(1, signal))
    const timer = setTimeout(() => response.destroy(), timeoutMs)
    try {
      yield* content
    } finally {
      clearTimeout(timer)
      release()
    }
  }
}

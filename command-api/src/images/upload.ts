// Receives uploaded images, with limits of their memory. Before these limits, 28 of fifty simultaneous uploads were refused, and a PNG of
// 1,000,000 × 24 pixels took 2.3 GB. So the header says what the decoder of an image would need (`convert-image.ts`), two conversions run
// at once, and uploads share 192 MiB; further uploads wait in their sockets. Two of the worst accepted images take a process to 250 MB,
// with `MALLOC_ARENA_MAX=1`: without it glibc keeps the freed memory of each thread, up to 400 MB.

import { maxScreenshotBytes, screenshotTooLarge } from '@thirty/contracts/images/images.ts'
import { Refusal, refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { say, type Text } from '@thirty/contracts/texts/text.ts'
import { allowUpload } from '@thirty/infra/http/request-timeout.ts'
import { SharedCapacity } from '@thirty/infra/shared-capacity.ts'
import type { NextFunction, Request, RequestHandler } from 'express'
import multer, { MulterError } from 'multer'

/** Bytes that a form may need besides its one file: part headers and boundaries. */
const formOverhead = 16 * 1024
/** Bodies up to this size are read to their end when they are too large, so that the sender sees the refusal. */
const maxDiscardedBytes = 32 * 1024 * 1024

/** Memory for all uploads that are being received or converted, and how many more may wait unread, each in its socket. */
const uploadMemory = new SharedCapacity(192 * 1024 * 1024, { maxWaiting: 1_000 })
/** An upload of which nothing is read for 30 seconds would be taken for a stalled one. */
const maxWaitMs = 22_000
/** After this time in the queue of the conversions an upload is refused: proxies wait for a response for a minute at most. */
const maxQueueMs = 30_000

/**
 * Middleware that reads the one file of a multipart form into memory (2 MiB at most). Put it behind authentication and
 * rate limits. Refuses with `too-large`, `wrong-type` for another kind of request, `malformed` for a broken form, and
 * `busy` when earlier uploads occupy the memory for uploads for too long.
 */
export function singleFileUpload(field: string, memory: SharedCapacity = uploadMemory): RequestHandler[] {
  const reader = multer({
    storage: multer.memoryStorage(),
    defParamCharset: 'utf8',
    limits: {
      fileSize: maxScreenshotBytes,
      files: 1,
      fields: 0,
      parts: 1,
      fieldNameSize: 100,
      fieldSize: 0,
      headerPairs: 20,
      fieldNestingDepth: 0,
      fieldArrayIndexLimit: 0,
    },
  }).single(field)

  return [
    refuseEarly,
    reserveMemory(memory),
    (request, response, next) => {
      reader(request, response, (error: unknown) => next(toRefusal(error)))
    },
  ]
}

const emptyFileText = say('fileEmpty')

/** Returns the file that `singleFileUpload` read. Throws `invalid-fields` if there is none, with the message `missing`, or an empty one. */
export function uploadedFile(request: Request, field: string, missing: Text): Buffer {
  const content = request.file?.buffer
  if (content === undefined) refuseField(field, missing)
  if (content.length === 0) refuseField(field, emptyFileText)
  return content
}

/**
 * Refuses by the declared size. Browsers read no response before they have sent the whole body, so the body is discarded
 * first, unless it is so large that closing the connection is cheaper.
 */
const refuseEarly: RequestHandler = (request, response, next) => {
  if (!request.is('multipart/form-data')) {
    refuse('wrong-type', 'Please send the file as multipart/form-data.')
  }
  const length = Number(request.headers['content-length'])
  if (length > maxDiscardedBytes) {
    response.setHeader('Connection', 'close')
    refuse('too-large', screenshotTooLarge)
  }
  allowUpload(request)
  if (length <= maxScreenshotBytes + formOverhead || Number.isNaN(length)) return next()
  refuseAfterBody(request, next, new Refusal('too-large', screenshotTooLarge))
}

function refuseAfterBody(request: Request, next: NextFunction, refusal: Refusal): void {
  allowUpload(request)
  request.once('end', () => next(refusal))
  request.resume()
}

/** An upload that is in memory: the signal that its client has gone, and the conversion of its file. */
type Upload = { gone: AbortSignal; conversion: Promise<unknown> }
const uploads = new WeakMap<Request, Upload>()

/**
 * Converts the file of an upload. The signal ends its wait in a queue when the client has gone, and after half a minute with
 * the refusal `busy`. The file occupies the memory for uploads until the conversion has ended, even if the client has gone.
 */
export async function convertUpload<Result>(
  request: Request,
  file: Buffer,
  convert: (file: Buffer, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const upload = uploads.get(request)
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(busy()), maxQueueMs)
  const conversion = convert(file, AbortSignal.any([deadline.signal, ...(upload ? [upload.gone] : [])]))
  if (upload) upload.conversion = conversion
  try {
    return await conversion
  } finally {
    clearTimeout(timer)
  }
}

const busy = () => new Refusal('busy', say('busy'))

/**
 * Delays the reading of a body until there is memory for it, which it occupies until its response has ended, and its
 * conversion, too.
 */
const reserveMemory =
  (memory: SharedCapacity): RequestHandler =>
  async (request, response, next) => {
    const declared = Number(request.headers['content-length'])
    const bytes = Number.isNaN(declared) ? maxScreenshotBytes + formOverhead : declared
    const abortion = new AbortController()
    const timer = setTimeout(() => abortion.abort(busy()), maxWaitMs)
    // Not `busy`: an upload that its client aborts counts against the limit of uploads.
    const stop = () => abortion.abort(new Refusal('malformed', 'The upload was aborted.'))
    response.once('close', stop)
    try {
      const release = await memory.acquire(bytes, abortion.signal)
      if (response.closed) return release()
      const upload: Upload = { gone: abortion.signal, conversion: Promise.resolve() }
      uploads.set(request, upload)
      response.once('close', () => void upload.conversion.then(release, release))
    } catch (error) {
      if (error instanceof Refusal && !response.closed) refuseAfterBody(request, next, error)
      return
    } finally {
      clearTimeout(timer)
    }
    allowUpload(request)
    next()
  }

/** Turns an upload error into a refusal. Any error except a file that is too large means a malformed form. */
function toRefusal(error: unknown): Refusal | undefined {
  if (error === undefined || error === null) return undefined
  return error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE'
    ? new Refusal('too-large', screenshotTooLarge)
    : new Refusal('malformed', say('uploadUnreadable'))
}

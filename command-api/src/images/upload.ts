import { maxScreenshotBytes, screenshotTooLargeMessage } from '@thirty/contracts/api/projects/projects.ts'
import { Refusal, refuse } from '@thirty/contracts/refusals.ts'
import type { Request, RequestHandler } from 'express'
import multer, { MulterError } from 'multer'

/** What a form may need beside its one file: part headers and boundaries. */
const envelope = 16 * 1024
/** Most bytes of a body that is too large which are read past, so that its sender hears why it was refused. */
const mostUnread = 32 * 1024 * 1024

/**
 * Reads the one file of a multipart form into memory (2 MiB at most). Authentication and limits come before it.
 * Refuses with `too-large`, `wrong-type` for another kind of request and `malformed` for a broken or busy form.
 */
export function singleFileUpload(field: string): RequestHandler[] {
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
    (request, response, next) => {
      reader(request, response, (problem: unknown) => next(asRefusal(problem)))
    },
  ]
}

/** The file that `oneFile` read. Throws `invalid-fields` when the form had none. */
export function uploadedFile(request: Request, field: string, missing: string): Buffer {
  const content = request.file?.buffer
  if (content === undefined || content.length === 0) refuse('invalid-fields', missing, { [field]: missing })
  return content
}

/**
 * What says that it is too large is not kept. Browsers read no answer before they have sent everything, so what is left
 * is let pass unread, unless it is so much that it is cheaper to hang up on its sender.
 */
const refuseEarly: RequestHandler = (request, response, next) => {
  if (!request.is('multipart/form-data')) {
    refuse('wrong-type', 'Please send the file as multipart/form-data.')
  }
  const length = Number(request.headers['content-length'])
  if (length > mostUnread) {
    response.setHeader('Connection', 'close')
    refuse('too-large', screenshotTooLargeMessage)
  }
  if (length <= maxScreenshotBytes + envelope || Number.isNaN(length)) return next()
  request.once('end', () => next(new Refusal('too-large', screenshotTooLargeMessage)))
  request.resume()
}

/** Turns an error of Multer into a refusal. Everything but a file that is too large comes from a malformed form. */
function asRefusal(error: unknown): Refusal | undefined {
  if (error === undefined || error === null) return undefined
  return error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE'
    ? new Refusal('too-large', screenshotTooLargeMessage)
    : new Refusal('malformed', 'The upload could not be read.')
}

// Receives, converts and stores the images that users upload, with limits of their memory, and keeps an image that a project is about to
// show. Before these limits, 28 of fifty simultaneous uploads were refused, and a PNG of 1,000,000 × 24 pixels took 2.3 GB. So the header
// says what the decoder of an image would need (`convert-image.ts`), two conversions run at once, and uploads share 192 MiB; further uploads
// wait in their sockets. Two of the worst accepted images take a process to 250 MB, with `MALLOC_ARENA_MAX=1`: without it glibc keeps the
// freed memory of each thread, up to 400 MB.

import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { profileImageEndpoints } from '@thirty/contracts/accounts/profile-api.ts'
import type { ImageUse } from '@thirty/contracts/images/events.ts'
import {
  imagePath,
  maxScreenshotBytes,
  screenshotTooLarge,
  thumbnailOf,
  unusedImageLifetimeMs,
} from '@thirty/contracts/images/images.ts'
import { projectEndpoints } from '@thirty/contracts/projects/api.ts'
import { Refusal, refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { say, type Text } from '@thirty/contracts/texts/text.ts'
import type { RequestContext } from '@thirty/infra/http/endpoint/endpoint.ts'
import { allowUpload } from '@thirty/infra/http/request-timeout.ts'
import { busyAfter, SharedCapacity } from '@thirty/infra/concurrency-limit.ts'
import type { Request } from 'express'
import multer, { MulterError } from 'multer'
import { commandContext, deriveId, refuseKeyReuse, type CommandContext } from '../idempotency.ts'
import type { With } from '../parts.ts'
import { convertProfileImage, convertScreenshot } from './convert-image.ts'
import { imageHistories } from './cleanup/image-cleanup.ts'
import { keepExpiring, recordUpload } from './decide.ts'

/** Bytes that a form may need besides its one file: part headers and boundaries. */
const formOverhead = 16 * 1024

/** Memory for all uploads that are being received or converted, and how many more may wait unread, each in its socket. */
const uploadMemory = new SharedCapacity(192 * 1024 * 1024, { maxWaiting: 1_000 })
/** An upload of which nothing is read for 30 seconds would be taken for a stalled one. */
const maxWaitMs = 22_000
/** After this time in the queue of the conversions an upload is refused: proxies wait for a response for a minute at most. */
const maxQueueMs = 30_000

const uploads = {
  screenshot: {
    field: projectEndpoints.uploadScreenshot.file,
    action: 'upload-screenshot',
    convert: convertScreenshot,
    missing: say('screenshotRequired'),
  },
  profile: {
    field: profileImageEndpoints.uploadProfileImage.file,
    action: 'upload-profile-image',
    convert: convertProfileImage,
    missing: say('profileImageRequired'),
  },
}

/**
 * Stores the image in the form of a request as an upload of the caller. Returns its name, its paths, and the context of the command. Throws
 * like `convertUpload` and the conversion, `quota-reached`, `key-reused` and `MediaUnavailable`.
 */
export async function storeUpload(
  { commands, clock, imageNames, media }: With<'commands' | 'clock' | 'imageNames' | 'media'>,
  request: RequestContext & { caller: { id: string } },
  use: ImageUse,
) {
  const { id: user } = request.caller
  const { field, action, convert, missing } = uploads[use]
  const { context, full, thumbnail } = await convertUpload(
    request,
    { field, missing },
    async (file, signal) => ({
      // The same key with another file is another request.
      context: commandContext({ ...request, body: { file: hash('sha256', file) } }, user, action),
      ...(await convert(file, signal)),
    }),
  )
  const upload = { name: imageNames.nameFor(user), bytes: full.length + thumbnail.length, use }
  const { events } = await imageHistories.change(commands, user, context, (history) =>
    recordUpload(history, upload),
  )
  // A retry returns the event of the first try. The cleanup may soon remove its image, so an old key is refused.
  const [uploaded] = events
  if (uploaded?.type !== 'PictureUploaded' || clock() - Date.parse(uploaded.at) >= unusedImageLifetimeMs / 2)
    refuseKeyReuse()
  const name = uploaded.data.picture
  // Store the thumbnail first, so that every image with a full size has one.
  await media.put(thumbnailOf(name), thumbnail)
  await media.put(name, full)
  return {
    name,
    context,
    paths: { imageUrl: imagePath(name), thumbnailUrl: imagePath(thumbnailOf(name)) },
  }
}

/**
 * Keeps an image of a user forever if the cleanup might remove it before it sees the project that is about to show it. Call it before
 * the event of the project is stored: a refused command keeps nothing, and a retry of an accepted one has kept its image before. Throws
 * `invalid-fields` for a removed image.
 */
export async function keepImage(
  { commands, clock }: With<'commands' | 'clock'>,
  image: string,
  { user, context }: { user: string; context: CommandContext },
): Promise<void> {
  const command = { id: deriveId(context.command.id, 'keep-picture', image) }
  await imageHistories.change(commands, user, { ...context, command }, (history) =>
    keepExpiring(history, image, clock()),
  )
}

/**
 * Reads the one file of a multipart form into memory (2 MiB at most), and converts it. The signal ends a wait of the conversion when the
 * client has gone, and after half a minute with the refusal `busy`. The file occupies the memory for uploads until the conversion has
 * ended, even if the client has gone. Throws `too-large`, `wrong-type` for another kind of request, `malformed` for a broken form,
 * `invalid-fields` for an empty file and, with the message `missing`, for none, and `busy` when earlier uploads occupy the memory too long.
 */
export async function convertUpload<Result>(
  { request, response }: Pick<RequestContext, 'request' | 'response'>,
  { field, missing }: { field: string; missing: Text },
  convert: (file: Buffer, signal: AbortSignal) => Promise<Result>,
  memory: SharedCapacity = uploadMemory,
): Promise<Result> {
  const bytes = formBytes(request)
  const gone = new AbortController()
  response.once('close', () => gone.abort(aborted()))
  allowUpload(request)
  const release = await busyAfter(maxWaitMs, (signal) => memory.acquire(bytes, signal), gone.signal)
  try {
    if (response.closed) throw aborted()
    allowUpload(request)
    await promisify(formReader.single(field))(request, response).catch(refuseForm)
    const content = request.file?.buffer
    if (content === undefined) refuseField(field, missing)
    if (content.length === 0) refuseField(field, 'fileEmpty')
    return await busyAfter(maxQueueMs, (signal) => convert(content, signal), gone.signal)
  } finally {
    release()
  }
}

/** Not `busy`: an upload that its client aborts counts against the limit of uploads. */
const aborted = () => new Refusal('malformed', 'The upload was aborted.')

/** Returns how many bytes a form has at most. Refuses by the declared size. */
function formBytes(request: Request): number {
  if (!request.is('multipart/form-data'))
    throw new Refusal('wrong-type', 'Please send the file as multipart/form-data.')
  const maxBytes = maxScreenshotBytes + formOverhead
  const { 'content-length': declared = maxBytes } = request.headers
  if (Number(declared) > maxBytes) refuse('too-large', screenshotTooLarge)
  return Number(declared)
}

const formReader = multer({
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
})

/** Any error except a file that is too large means a malformed form. */
function refuseForm(error: unknown): never {
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE')
    refuse('too-large', screenshotTooLarge)
  refuse('malformed', 'uploadUnreadable')
}

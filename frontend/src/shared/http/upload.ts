// Uploads of files to the endpoints of the contracts, with progress.

import { progressType, type OutcomeLine, type ProgressLine } from '@thirty/contracts/endpoints/progress.ts'
import type { ProgressOf, RawBody, RawBodyPath, ResponseOf, Upload, UploadPath } from './endpoint-types.ts'
import { authorizationHeader, parseResponse, type RequestOptions } from './http.ts'
import { identityProofHeaders, withIdentityProof } from './proof-of-identity.ts'
import { serverUnreachable, uploadStalled } from './request-failed.ts'

/** An upload of which nothing more was sent for so long has stalled. */
const stallMs = 60_000
/** The slowest upload that the server receives, in bytes a second. */
const minRate = 4096

type ProgressOptions = RequestOptions & {
  /** Called with the share of the file that was sent, 0 to 1. */
  onProgress?: (share: number) => void
}

/** Sends one file to an upload endpoint of the contracts as a multipart form, in the form field `field`. Rejects as `request` does. */
export function upload<Path extends UploadPath>(
  path: Path,
  file: File,
  { field, ...options }: ProgressOptions & { field: Upload<Path>['file'] },
): Promise<ResponseOf<Upload<Path>>> {
  const form = new FormData()
  form.append(field, file)
  // The browser reports what it handed to the system, which may still be sending it for this long.
  return post(path, form, {}, { ...options, receivedMs: stallMs + (file.size / minRate) * 1000 })
}

type BodyOptions<Path extends RawBodyPath> = ProgressOptions & {
  /** The content type. */
  type: RawBody<Path>['rawBody']['type']
  /** Called with what the server reports while it works on the file. */
  onServerProgress?: (progress: ProgressOf<RawBody<Path>>) => void
}

/** Sends a file as the body of a request, which the server reads as a stream. Rejects as `request` does. */
export function uploadBody<Path extends RawBodyPath>(
  path: Path,
  file: File,
  { type, ...options }: BodyOptions<Path>,
): Promise<ResponseOf<RawBody<Path>>> {
  const progress = options.onServerProgress && { Accept: `${progressType}, application/json` }
  return post(path, file, { 'Content-Type': type, ...progress }, options)
}

type PostOptions<Progress> = ProgressOptions & {
  onServerProgress?: (progress: Progress) => void
  /** Milliseconds within which the response must come once all was handed to the system; any time if missing. */
  receivedMs?: number
}

/** Uses XMLHttpRequest because fetch does not report upload progress. */
const post = <Response, Progress = never>(
  path: string,
  body: FormData | File,
  contentHeaders: Record<string, string>,
  options: PostOptions<Progress>,
): Promise<Response> =>
  withIdentityProof(
    () =>
      new Promise((resolve, reject) => {
        const request = new XMLHttpRequest()
        const headers = {
          Accept: 'application/json',
          ...contentHeaders,
          ...authorizationHeader(options),
          ...identityProofHeaders(),
        }
        request.open('POST', path)
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
        const stalled = () => {
          reject(uploadStalled())
          request.abort()
        }
        let timer = setTimeout(stalled, stallMs)
        const waitAgain = (ms: number | undefined) => {
          clearTimeout(timer)
          if (ms !== undefined) timer = setTimeout(stalled, ms)
        }
        request.upload.onprogress = (event) => {
          if (!event.lengthComputable) return
          waitAgain(event.loaded < event.total ? stallMs : options.receivedMs)
          options.onProgress?.(event.loaded / event.total)
        }
        request.onloadend = () => waitAgain(undefined)
        request.onprogress = () => {
          const line = lastLineOf<Progress>(request)
          if (line && 'progress' in line) options.onServerProgress?.(line.progress)
        }
        request.onerror = () => reject(serverUnreachable())
        request.onabort = () => reject(new DOMException('The upload was canceled.', 'AbortError'))
        request.onload = () => {
          try {
            const { status, body: answer } = outcomeOf(request)
            resolve(parseResponse(status, answer, 'Authorization' in headers))
          } catch (error) {
            reject(error)
          }
        }
        options.signal?.addEventListener('abort', () => request.abort())
        request.send(body)
      }),
  )

const hasLines = (received: XMLHttpRequest): boolean =>
  received.getResponseHeader('Content-Type')?.startsWith(progressType) === true

/** Returns the last complete line of a response that may begin with progress (see `progressType`); undefined for any other response. */
function lastLineOf<Progress>(received: XMLHttpRequest): ProgressLine<Progress> | OutcomeLine | undefined {
  const text = hasLines(received) ? received.responseText.split('\n').at(-2) : undefined
  // Safe because the endpoint definition that gives this type also types the handler on the server.
  return text === undefined ? undefined : (JSON.parse(text) as ProgressLine<Progress> | OutcomeLine)
}

/** Returns the status and the parsed body of a complete response. One with progress that was cut has the status 0 and no body. */
function outcomeOf(received: XMLHttpRequest): OutcomeLine {
  if (!hasLines(received)) return { status: received.status, body: parsed(received.responseText) }
  const last = lastLineOf(received)
  return last && 'status' in last ? last : { status: 0, body: undefined }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

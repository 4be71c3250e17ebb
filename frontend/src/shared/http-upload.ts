import { bearer, settle } from './http.ts'
import type { CallOptions } from './http.ts'
import { unreachable } from './http-problem.ts'

type UploadOptions = CallOptions & { onProgress?: (share: number) => void }

/**
 * Sends one file as a multipart field. XMLHttpRequest because fetch does not tell how much has been sent.
 * `onProgress` gets 0–1. Rejects like every call.
 */
export function upload<Answer>(
  path: string,
  field: string,
  file: File,
  options: UploadOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const headers = { Accept: 'application/json', ...bearer(options) }
    request.open('POST', path)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
    }
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(new DOMException('The upload was given up.', 'AbortError'))
    request.onload = () => {
      try {
        resolve(settle<Answer>(request.status, request.response ?? undefined, 'Authorization' in headers))
      } catch (problem) {
        reject(problem)
      }
    }
    options.signal?.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append(field, file)
    request.send(form)
  })
}

import { authorizationHeader, parseResponse } from './http.ts'
import type { RequestOptions } from './http.ts'
import { serverUnreachable } from './request-failed.ts'

type UploadOptions = RequestOptions & { onProgress?: (share: number) => void }

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
    const headers = { Accept: 'application/json', ...authorizationHeader(options) }
    request.open('POST', path)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
    }
    request.onerror = () => reject(serverUnreachable())
    request.onabort = () => reject(new DOMException('The upload was given up.', 'AbortError'))
    request.onload = () => {
      try {
        resolve(
          parseResponse<Answer>(request.status, request.response ?? undefined, 'Authorization' in headers),
        )
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

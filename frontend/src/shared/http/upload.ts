import type { ResponseOf, Upload, UploadPath } from './endpoint-types.ts'
import { authorizationHeader, parseResponse } from './http.ts'
import type { RequestOptions } from './http.ts'
import { serverUnreachable } from './request-failed.ts'

type UploadOptions<Path extends UploadPath> = RequestOptions & {
  /** The name of the file's form field. */
  field: Upload<Path>['file']
  /** Called with the share of the file that was sent, 0 to 1. */
  onProgress?: (share: number) => void
}

/**
 * Sends one file to an upload endpoint of the contracts as a multipart form. Uses XMLHttpRequest because fetch does not
 * report upload progress. Rejects as `request` does.
 */
export function upload<Path extends UploadPath>(
  path: Path,
  file: File,
  options: UploadOptions<Path>,
): Promise<ResponseOf<Upload<Path>>> {
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
    request.onabort = () => reject(new DOMException('The upload was canceled.', 'AbortError'))
    request.onload = () => {
      try {
        const isStoredToken = 'Authorization' in headers
        resolve(parseResponse(request.status, request.response ?? undefined, isStoredToken))
      } catch (error) {
        reject(error)
      }
    }
    options.signal?.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append(options.field, file)
    request.send(form)
  })
}

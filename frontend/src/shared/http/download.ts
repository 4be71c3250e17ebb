// Downloads of files that need a token, how a file in memory, loaded or made here, is saved, and how the size of one is written.

import { formatNumber, formatPoints } from '../i18n/t.ts'
import type { DownloadPath } from './endpoint-types.ts'
import { authorizationHeader, parseResponse, requestUrl, type RequestOptions } from './http.ts'
import { serverUnreachable } from './request-failed.ts'

type DownloadOptions = RequestOptions & {
  /** Values of the `:name` parts of the path. */
  params?: Record<string, string>
  query?: Readonly<Record<string, string | number | undefined>>
  /** Called with the number of bytes that were received. */
  onProgress?: (bytes: number) => void
  /** The name of the file if the server suggests none. */
  fallbackName: string
}

/**
 * Downloads a file that needs a token, which a link cannot send. The browser keeps the received part outside of the memory
 * of the page. Resolves once the file is complete; rejects as `request` does.
 */
export async function download(
  path: DownloadPath,
  { params = {}, query = {}, onProgress, fallbackName, ...options }: DownloadOptions,
): Promise<File> {
  const { signal } = options
  const fail = (error: unknown): never => {
    if (signal?.aborted) throw error
    throw serverUnreachable()
  }
  const headers = authorizationHeader(options)
  const url = requestUrl(path, params, query)
  const response = await fetch(url, { headers, ...(signal && { signal }) }).catch(fail)
  if (!response.ok) {
    const problem: unknown = await response.json().catch(() => undefined)
    return parseResponse(response.status, problem, headers.Authorization !== undefined)
  }
  const type = response.headers.get('Content-Type') ?? ''
  let bytes = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      onProgress?.(bytes)
      controller.enqueue(chunk)
    },
  })
  const received = response.body?.pipeThrough(counter, signal && { signal })
  const content = await new Response(received).blob().catch(fail)
  const disposition = response.headers.get('Content-Disposition') ?? ''
  const [, name = fallbackName] = /filename="([^"/\\]+)"/.exec(disposition) ?? []
  return new File([content], name, { type })
}

/** Saves a file to the folder of downloads. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // The browser may take that long to read the file: a minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Formats a file size: "640 B", "82 KB", "1.4 MB". */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1024) return `${formatNumber(bytes)} B`
  if (bytes < 1024 * 1024) return `${formatNumber(Math.round(bytes / 1024))} KB`
  return `${formatPoints(bytes / 1024 / 1024)} MB`
}

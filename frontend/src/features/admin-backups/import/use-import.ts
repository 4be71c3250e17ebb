import type { ImportProgress, ImportResponse } from '@thirty/contracts/api/admin/backups.ts'
import { useRef, useState } from 'react'
import { isAbortError, RequestFailed } from '../../../shared/http/request-failed.ts'
import { uploadBody } from '../../../shared/http/upload.ts'
import { damagedFileText } from './server-texts/damaged-file-text.ts'
import { showOwnChange } from '../backups-store.ts'
import { t } from '../messages/t.ts'

/**
 * `isOutcomeUnknown`: the server has the whole file, and the connection ended before its answer; it may go on with the import.
 * `progress` is the share that was sent, 0 to 1; afterwards `server` says how far the server is with
 * the file.
 */
export type ImportState =
  | { kind: 'empty'; failure?: string; isOutcomeUnknown?: boolean }
  | { kind: 'sending'; name: string; bytes: number; progress: number; server?: ImportProgress }
  | { kind: 'done'; response: ImportResponse }

const fileType = 'application/gzip'
const gzipSignature = [0x1f, 0x8b]

/** Sends the file of a backup, which the server verifies before it writes anything. */
export function useImport() {
  const [state, setState] = useState<ImportState>({ kind: 'empty' })
  const controller = useRef<AbortController>(undefined)

  const send = async (file: File) => {
    const failure = await findFailure(file)
    if (failure !== undefined) return setState({ kind: 'empty', failure })
    const abort = new AbortController()
    controller.current = abort
    const { name, size: bytes } = file
    let isSent = false
    const onProgress = (progress: number) => {
      isSent = progress >= 1
      setState({ kind: 'sending', name, bytes, progress })
    }
    onProgress(0)
    try {
      const response = await uploadBody('/api/admin/backups/import', file, {
        type: fileType,
        area: 'admin',
        signal: abort.signal,
        onProgress,
        onServerProgress: (server) => setState({ kind: 'sending', name, bytes, progress: 1, server }),
      })
      await showOwnChange()
      setState({ kind: 'done', response })
    } catch (error) {
      if (isAbortError(error)) return setState({ kind: 'empty' })
      if (!(error instanceof RequestFailed)) throw error
      const isOutcomeUnknown = isSent && !error.hasServerMessage
      setState({ kind: 'empty', failure: damagedFileText(error.message), isOutcomeUnknown })
    }
  }
  return { state, send, cancel: () => controller.current?.abort() }
}

/** The first line of a backup file that is not compressed is an object. */
const unpackedStart = '{"'

/** Returns why a file cannot be that of a backup, early, before a long upload; `undefined` if it may be one. */
async function findFailure(upload: File): Promise<string | undefined> {
  const file = upload.name
  if (upload.size === 0) return t('emptyFile', { file })
  const start = await upload.slice(0, 2).arrayBuffer()
  const bytes = new Uint8Array(start)
  if (gzipSignature.every((byte, index) => bytes[index] === byte)) return undefined
  return new TextDecoder().decode(start) === unpackedStart
    ? t('unpackedFile', { file })
    : t('notABackup', { file })
}

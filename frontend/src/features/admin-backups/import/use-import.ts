// The import of a backup file as a state: refuses here what cannot be one, then sends the file for its preview and again for its import,
// with progress and a way to cancel.

import type { ImportPreview, ImportProgress, ImportResponse } from '@thirty/contracts/backups/api.ts'
import { useRef, useState } from 'react'
import { isAbortError, RequestFailed } from '../../../shared/http/request-failed.ts'
import { uploadBody } from '../../../shared/http/upload.ts'
import { allBackups } from '../backups-data.ts'
import { t } from '../../../shared/i18n/t.ts'

/**
 * `isOutcomeUnknown`: the server has the whole file, and the connection ended before its answer; it may continue with the import.
 * The file is sent twice: for its preview, and for its import. `progress` is the share that was sent, 0 to 1; afterwards `server` says how
 * far the server is with the file.
 */
export type ImportState =
  | { kind: 'empty'; failure?: string; isOutcomeUnknown?: boolean }
  | { kind: 'sending'; name: string; bytes: number; progress: number; server?: ImportProgress }
  | { kind: 'checked'; file: File; preview: ImportPreview }
  | { kind: 'done'; response: ImportResponse }

const previewPath = '/api/admin/backups/import/preview'
const importPath = '/api/admin/backups/import'
const gzipSignature = [0x1f, 0x8b]

/** Sends the file of a backup: `check` asks what is in it, `importFile` imports it. The server verifies it both times. */
export function useImport() {
  const [state, setState] = useState<ImportState>({ kind: 'empty' })
  const controller = useRef<AbortController>(undefined)

  const send = async (path: typeof previewPath | typeof importPath, file: File) => {
    controller.current = new AbortController()
    const { signal } = controller.current
    const sending = { kind: 'sending', name: file.name, bytes: file.size } as const
    let isSent = false
    const onProgress = (progress: number) => {
      isSent = progress >= 1
      setState({ ...sending, progress })
    }
    const onServerProgress = (server: ImportProgress) => setState({ ...sending, progress: 1, server })
    onProgress(0)
    try {
      const options = { type: 'application/gzip', signal, onProgress, onServerProgress } as const
      const answer = await uploadBody<typeof path>(path, file, options)
      if (!('backup' in answer)) return setState({ kind: 'checked', file, preview: answer })
      await allBackups.refresh()
      setState({ kind: 'done', response: answer })
    } catch (error) {
      if (isAbortError(error)) return setState({ kind: 'empty' })
      if (!(error instanceof RequestFailed)) throw error
      const isOutcomeUnknown = path === importPath && isSent && !error.hasServerMessage
      setState({ kind: 'empty', failure: error.message, isOutcomeUnknown })
    }
  }

  const check = async (file: File) => {
    const failure = await findFailure(file)
    if (failure === undefined) await send(previewPath, file)
    else setState({ kind: 'empty', failure })
  }
  return {
    state,
    check,
    importFile: (file: File) => send(importPath, file),
    cancel: () => controller.current?.abort(),
    chooseAnother: () => setState({ kind: 'empty' }),
  }
}

/** The first line of a backup file that is not compressed is an object. */
const unpackedStart = '{"'

/** Returns why a file cannot be that of a backup, early, before a long upload; `undefined` if it may be one. */
async function findFailure(upload: File): Promise<string | undefined> {
  const file = upload.name
  if (upload.size === 0) return t('adminBackups.emptyFile', { file })
  const start = await upload.slice(0, 2).arrayBuffer()
  const bytes = new Uint8Array(start)
  if (gzipSignature.every((byte, index) => bytes[index] === byte)) return undefined
  return new TextDecoder().decode(start) === unpackedStart
    ? t('adminBackups.unpackedFile', { file })
    : t('adminBackups.notABackup', { file })
}

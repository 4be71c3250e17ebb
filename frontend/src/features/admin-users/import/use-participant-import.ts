import type {
  ParticipantImport,
  ParticipantImportProgress,
  ParticipantPreview,
} from '@thirty/contracts/accounts/participant-import-api.ts'
import { useRef, useState } from 'react'
import { isAbortError, RequestFailed } from '../../../shared/http/request-failed.ts'
import { uploadBody } from '../../../shared/http/upload.ts'

/** `isOutcomeUnknown`: the connection ended before the answer to an import, which may continue. */
export type ParticipantImportState =
  | { kind: 'empty'; failure?: string; isOutcomeUnknown?: boolean }
  | { kind: 'checking'; name: string }
  | { kind: 'preview'; file: File; preview: ParticipantPreview }
  | { kind: 'importing'; name: string; progress?: ParticipantImportProgress }
  | { kind: 'done'; result: ParticipantImport }

const upload = { type: 'text/csv', area: 'admin' } as const

/** Checks a file with participants on the server, and imports it after a confirmation. */
export function useParticipantImport() {
  const [state, setState] = useState<ParticipantImportState>({ kind: 'empty' })
  const controller = useRef<AbortController>(undefined)

  const run = async (isImport: boolean, task: (signal: AbortSignal) => Promise<ParticipantImportState>) => {
    controller.current = new AbortController()
    try {
      setState(await task(controller.current.signal))
    } catch (error) {
      if (isAbortError(error)) return setState({ kind: 'empty' })
      if (!(error instanceof RequestFailed)) throw error
      const isOutcomeUnknown = isImport && !error.hasServerMessage
      setState({ kind: 'empty', failure: error.message, isOutcomeUnknown })
    }
  }
  const check = (file: File) => {
    setState({ kind: 'checking', name: file.name })
    return run(false, async (signal) => ({
      kind: 'preview',
      file,
      preview: await uploadBody('/api/admin/participants/import/preview', file, { ...upload, signal }),
    }))
  }
  const start = (file: File) => {
    setState({ kind: 'importing', name: file.name })
    return run(true, async (signal) => ({
      kind: 'done',
      result: await uploadBody('/api/admin/participants/import', file, {
        ...upload,
        signal,
        onServerProgress: (progress) => setState({ kind: 'importing', name: file.name, progress }),
      }),
    }))
  }
  return {
    state,
    check,
    start,
    reset: () => setState({ kind: 'empty' }),
    cancelCheck: () => controller.current?.abort(),
  }
}

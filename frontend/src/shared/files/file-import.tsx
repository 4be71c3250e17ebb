// The import of a file, which is sent twice: the server checks it, and imports it after a confirmation. And the field for the file, with
// the reason why the last one was not imported.

import { useRef, useState, type ComponentProps } from 'react'
import { isAbortError, RequestFailed } from '../http/request-failed.ts'
import { Banner } from '../ui/display/surfaces.tsx'
import { t } from '../i18n/t.ts'
import { FileDrop } from './file-drop.tsx'

/**
 * `isOutcomeUnknown`: the server has the whole file, and the connection ended before its answer; it may continue with the import.
 * `sent` is the share that was sent, 0 to 1; afterwards `progress` says how far the server is with the file.
 */
type ImportState<Preview, Result, Progress> =
  | { kind: 'empty'; failure?: string | undefined; isOutcomeUnknown?: boolean }
  | { kind: 'checking' | 'importing'; name: string; bytes: number; sent: number; progress?: Progress }
  | { kind: 'checked'; file: File; preview: Preview }
  | { kind: 'done'; result: Result }

/** The options of a request that sends the file. */
export type Sending<Progress> = {
  signal: AbortSignal
  onProgress: (sent: number) => void
  onServerProgress: (progress: Progress) => void
}

export function useFileImport<Preview, Result, Progress>(requests: {
  /** Resolves to what an import of the file would do. */
  check: (file: File, sending: Sending<Progress>) => Promise<Preview>
  run: (file: File, sending: Sending<Progress>) => Promise<Result>
}) {
  const [state, setState] = useState<ImportState<Preview, Result, Progress>>({ kind: 'empty' })
  const controller = useRef<AbortController>(undefined)

  const send = async (kind: 'checking' | 'importing', file: File) => {
    controller.current = new AbortController()
    const sending = { kind, name: file.name, bytes: file.size }
    let isSent = false
    const onProgress = (sent: number) => {
      isSent = sent >= 1
      setState({ ...sending, sent })
    }
    const onServerProgress = (progress: Progress) => setState({ ...sending, sent: 1, progress })
    const options = { signal: controller.current.signal, onProgress, onServerProgress }
    onProgress(0)
    try {
      setState(
        kind === 'checking'
          ? { kind: 'checked', file, preview: await requests.check(file, options) }
          : { kind: 'done', result: await requests.run(file, options) },
      )
    } catch (error) {
      if (isAbortError(error)) return setState({ kind: 'empty' })
      if (!(error instanceof RequestFailed)) throw error
      const isOutcomeUnknown = kind === 'importing' && isSent && !error.hasServerMessage
      setState({ kind: 'empty', failure: error.message, isOutcomeUnknown })
    }
  }

  return {
    state,
    check: (file: File) => void send('checking', file),
    importFile: (file: File) => void send('importing', file),
    cancel: () => controller.current?.abort(),
    /** Asks for another file, because the last one cannot be imported or is not the right one. */
    chooseAnother: (failure?: string) => setState({ kind: 'empty', failure }),
  }
}

type ImportFieldProps = Pick<ComponentProps<typeof FileDrop>, 'label' | 'accept' | 'hint' | 'onFile'> & {
  state: Extract<ImportState<unknown, unknown, unknown>, { kind: 'empty' | 'checking' | 'importing' }>
  /** Says that the import may continue after the connection was lost. */
  mayGoOn: string
}

export const ImportField = ({ state, mayGoOn, ...field }: ImportFieldProps) => {
  const { failure, isOutcomeUnknown = false } = state.kind === 'empty' ? state : {}
  return (
    <>
      <Banner
        kind="danger"
        live
        title={t(isOutcomeUnknown ? 'common.connectionLost' : 'common.nothingImported')}
      >
        {isOutcomeUnknown ? mayGoOn : failure}
      </Banner>
      <FileDrop {...field} {...(state.kind !== 'empty' && { file: state, progress: state.sent })} />
    </>
  )
}

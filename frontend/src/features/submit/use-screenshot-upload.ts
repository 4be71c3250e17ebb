// Uploads a screenshot as soon as it is chosen, and gives it to the caller, who keeps it in the draft. A refused file keeps the previous one.

import { maxScreenshotBytes, screenshotTooLarge } from '@thirty/contracts/images/images.ts'
import { useEffect, useRef, useState } from 'react'
import { isAbortError, errorMessage } from '../../shared/http/request-failed.ts'
import type { FileDropState } from '../../shared/ui/forms/file-drop.tsx'
import { uploadScreenshot } from './api.ts'
import type { Draft } from './drafts/draft.ts'
import { t } from '../../shared/i18n/t.ts'

type StoredScreenshot = Draft['screenshot']

type Sending = { name: string; bytes: number; progress: number; preview: string }

/** Returns the error of a chosen file; undefined if it may be uploaded. */
export function screenshotFileError(file: Pick<File, 'size' | 'type'>): string | undefined {
  if (!file.type.startsWith('image/')) return t('common.chooseAnImage')
  return file.size > maxScreenshotBytes ? screenshotTooLarge.message : undefined
}

type Store = (stored: StoredScreenshot) => void

export function useScreenshotUpload() {
  const [sending, setSending] = useState<Sending>()
  const [error, setError] = useState<string>()
  const abortController = useRef<AbortController>(undefined)
  const abortUpload = () => abortController.current?.abort()
  useEffect(() => () => abortController.current?.abort(), [])

  const choose = async (file: File, store: Store) => {
    abortUpload()
    const fileError = screenshotFileError(file)
    setError(fileError)
    if (fileError !== undefined) return setSending(undefined)
    abortController.current = new AbortController()
    const { signal } = abortController.current
    const preview = URL.createObjectURL(file)
    const fileInfo = { name: file.name, bytes: file.size }
    setSending({ ...fileInfo, progress: 0, preview })
    try {
      const { imageUrl, thumbnailUrl } = await uploadScreenshot(file, {
        signal,
        onProgress: (progress) => setSending({ ...fileInfo, progress, preview }),
      })
      store({ ...fileInfo, imageUrl, thumbnailUrl })
      setSending(undefined)
    } catch (failure) {
      if (isAbortError(failure)) return
      setError(errorMessage(failure, t('submit.notUploaded')))
      setSending(undefined)
    } finally {
      URL.revokeObjectURL(preview)
    }
  }

  const remove = (store: Store) => {
    abortUpload()
    setSending(undefined)
    setError(undefined)
    store(undefined)
  }
  return {
    isSending: sending !== undefined,
    stateOf: (stored: StoredScreenshot) => fileDropState(stored, sending),
    error,
    choose,
    remove,
  }
}

function fileDropState(stored: StoredScreenshot, sending: Sending | undefined): FileDropState {
  if (sending) return { kind: 'uploading', ...sending }
  if (!stored) return { kind: 'empty' }
  const { name, bytes, thumbnailUrl } = stored
  return { kind: 'ready', name, preview: thumbnailUrl, ...(bytes !== undefined && { bytes }) }
}

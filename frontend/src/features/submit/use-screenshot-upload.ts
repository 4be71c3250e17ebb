import { maxScreenshotBytes, screenshotTooLarge } from '@thirty/contracts/projects/images.ts'
import { useEffect, useRef, useState } from 'react'
import { isAbortError, errorMessage } from '../../shared/http/request-failed.ts'
import type { FileDropState } from '../../shared/ui/forms/file-drop.tsx'
import { uploadScreenshot } from './api.ts'
import type { Draft } from './drafts/draft.ts'
import { t } from '../../shared/i18n/t.ts'

type StoredScreenshot = Draft['screenshot']

type Sending = { name: string; bytes: number; progress: number; preview: string }

type UploadOptions = {
  onStored: (stored: StoredScreenshot) => void
  onSendingChange: (isSending: boolean) => void
}

/** Returns the error of a chosen file; undefined if it may be uploaded. */
export function screenshotFileError(file: Pick<File, 'size' | 'type'>): string | undefined {
  if (!file.type.startsWith('image/')) return t('common.chooseAnImage')
  return file.size > maxScreenshotBytes ? screenshotTooLarge.message : undefined
}

/** Uploads a screenshot as soon as it is chosen. A refused file keeps the previous one. */
export function useScreenshotUpload(stored: StoredScreenshot, { onStored, onSendingChange }: UploadOptions) {
  const [sending, setSendingState] = useState<Sending>()
  const [error, setError] = useState<string>()
  const abortController = useRef<AbortController>(undefined)
  const abortUpload = () => abortController.current?.abort()
  useEffect(() => () => abortController.current?.abort(), [])

  const setSending = (next: Sending | undefined) => {
    setSendingState(next)
    onSendingChange(next !== undefined)
  }
  const choose = async (file: File) => {
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
      onStored({ ...fileInfo, imageUrl, thumbnailUrl })
      setSending(undefined)
    } catch (failure) {
      if (isAbortError(failure)) return
      setError(errorMessage(failure, t('submit.notUploaded')))
      setSending(undefined)
    } finally {
      URL.revokeObjectURL(preview)
    }
  }

  const remove = () => {
    abortUpload()
    setSending(undefined)
    setError(undefined)
    onStored(undefined)
  }
  return { state: fileDropState(stored, sending), error, choose, remove }
}

function fileDropState(stored: StoredScreenshot, sending: Sending | undefined): FileDropState {
  if (sending) return { kind: 'uploading', ...sending }
  if (!stored) return { kind: 'empty' }
  const { name, bytes, thumbnailUrl } = stored
  return { kind: 'ready', name, preview: thumbnailUrl, ...(bytes !== undefined && { bytes }) }
}

import { maxScreenshotBytes, screenshotTooLargeMessage } from '@thirty/contracts/api/projects/projects.ts'
import { useEffect, useRef, useState } from 'react'
import { isAbortError, errorMessage } from '../../shared/http/request-failed.ts'
import type { FileDropState } from '../../shared/ui/forms/file-drop.tsx'
import { uploadScreenshot } from './api.ts'
import type { Draft } from './draft.ts'

type Stored = Draft['screenshot']

/** Returns the error of a chosen file; undefined if it may be uploaded. */
export function screenshotFileError(file: Pick<File, 'size' | 'type'>): string | undefined {
  if (!file.type.startsWith('image/')) return 'Choose an image, such as PNG, JPEG or WebP.'
  return file.size > maxScreenshotBytes ? screenshotTooLargeMessage : undefined
}

/** Uploads a screenshot as soon as it is chosen. A refused file keeps the previous one. */
export function useScreenshotUpload(stored: Stored, onStored: (stored: Stored) => void) {
  const [sending, setSending] = useState<{ name: string; bytes: number; progress: number; preview: string }>()
  const [error, setError] = useState<string>()
  const current = useRef<AbortController>(undefined)
  const stop = () => current.current?.abort()
  useEffect(() => () => current.current?.abort(), [])

  const choose = async (file: File) => {
    stop()
    const problem = screenshotFileError(file)
    setError(problem)
    if (problem !== undefined) return setSending(undefined)
    const abortController = new AbortController()
    current.current = abortController
    const preview = URL.createObjectURL(file)
    const about = { name: file.name, bytes: file.size }
    setSending({ ...about, progress: 0, preview })
    try {
      const { imageUrl, thumbnailUrl } = await uploadScreenshot(file, {
        signal: abortController.signal,
        onProgress: (progress) => setSending({ ...about, progress, preview }),
      })
      onStored({ ...about, imageUrl, thumbnailUrl })
      setSending(undefined)
    } catch (failure) {
      if (isAbortError(failure)) return
      setError(errorMessage(failure, 'The screenshot could not be uploaded. Please try again.'))
      setSending(undefined)
    } finally {
      URL.revokeObjectURL(preview)
    }
  }

  const remove = () => {
    stop()
    setSending(undefined)
    setError(undefined)
    onStored(undefined)
  }
  return { state: fileDropState(stored, sending), error, isSending: sending !== undefined, choose, remove }
}

function fileDropState(
  stored: Stored,
  sending: { name: string; bytes: number; progress: number; preview: string } | undefined,
): FileDropState {
  if (sending) return { kind: 'uploading', ...sending }
  if (stored) return { kind: 'ready', name: stored.name, bytes: stored.bytes, preview: stored.thumbnailUrl }
  return { kind: 'rest' }
}

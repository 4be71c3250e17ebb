import { screenshotLimit, screenshotTooLarge } from '@thirty/contracts/api/projects.ts'
import { useEffect, useRef, useState } from 'react'
import { isAbort, wordsOf } from '../../shared/http-problem.ts'
import type { FileDropState } from '../../shared/ui/file-drop.tsx'
import { uploadScreenshot } from './api.ts'
import type { Draft } from './draft.ts'

type Stored = Draft['screenshot']

/** What is wrong with a chosen file; undefined when it may be sent. */
export function fileProblem(file: Pick<File, 'size' | 'type'>): string | undefined {
  if (!file.type.startsWith('image/')) return 'Choose an image, such as PNG, JPEG or WebP.'
  return file.size > screenshotLimit ? screenshotTooLarge : undefined
}

/** Sends a screenshot as soon as it is chosen. A refused file changes nothing about the one that is already there. */
export function useScreenshot(stored: Stored, onStored: (stored: Stored) => void) {
  const [sending, setSending] = useState<{ name: string; bytes: number; progress: number; preview: string }>()
  const [error, setError] = useState<string>()
  const current = useRef<AbortController>(undefined)
  const stop = () => current.current?.abort()
  useEffect(() => () => current.current?.abort(), [])

  const choose = async (file: File) => {
    stop()
    const problem = fileProblem(file)
    setError(problem)
    if (problem !== undefined) return setSending(undefined)
    const leaving = new AbortController()
    current.current = leaving
    const preview = URL.createObjectURL(file)
    const about = { name: file.name, bytes: file.size }
    setSending({ ...about, progress: 0, preview })
    try {
      const { imageUrl, thumbnailUrl } = await uploadScreenshot(file, {
        signal: leaving.signal,
        onProgress: (progress) => setSending({ ...about, progress, preview }),
      })
      onStored({ ...about, imageUrl, thumbnailUrl })
      setSending(undefined)
    } catch (failure) {
      if (isAbort(failure)) return
      setError(wordsOf(failure, 'The screenshot could not be uploaded. Please try again.'))
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
  return { state: stateOf(stored, sending), error, isSending: sending !== undefined, choose, remove }
}

function stateOf(
  stored: Stored,
  sending: { name: string; bytes: number; progress: number; preview: string } | undefined,
): FileDropState {
  if (sending) return { kind: 'uploading', ...sending }
  if (stored) return { kind: 'ready', name: stored.name, bytes: stored.bytes, preview: stored.thumbnailUrl }
  return { kind: 'rest' }
}

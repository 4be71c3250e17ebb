// The state of the submission form: its fields, its upload and its request. The drafts own the values; a form for a
// revision, which has no draft, owns them itself.

import type { ProjectCard, SubmitProjectRequest } from '@thirty/contracts/projects/api.ts'
import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { maxScreenshotBytes, screenshotTooLarge, thumbnailOf } from '@thirty/contracts/images/images.ts'
import { useState, useEffect } from 'react'
import { request } from '../../shared/http/http.ts'
import { oneRequest } from '../../shared/http/one-request.ts'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { upload } from '../../shared/http/upload.ts'
import { t } from '../../shared/i18n/t.ts'
import type { FileDropState } from '../../shared/files/file-drop.tsx'
import { imageFileError } from '../../shared/ui/forms/image-file.ts'
import { useForm } from '../../shared/ui/forms/use-form.tsx'
import { writeDraft } from './drafts/draft-actions.ts'
import { type Draft, setLocal } from './drafts/drafts.ts'
import type { SubmitValues } from './submit-schema.ts'

type SubmitFormOptions = {
  day: number
  /** The text of a draft; for a revision, the text of `revised` to begin with. */
  draft: Draft
  /** The project that the form changes; without one it makes a new project from the draft. */
  revised?: ProjectCard | undefined
  takenDays: ReadonlySet<number>
  onSubmitted: (day: number) => void
}

export function useSubmitForm({ day, draft, revised, takenDays, onSubmitted }: SubmitFormOptions) {
  const screenshot = useScreenshotUpload()
  const values = formValues(draft, day)
  // The project may change elsewhere while its form is open.
  const [unsent] = useState(() => revised && revisionName(revised))
  const form = useForm<SubmitValues, SubmitProjectRequest, number>({
    schema: async () =>
      (await import('./submit-schema.ts')).submitFormSchema(takenDays, screenshot.isSending),
    defaultValues: values,
    owner: revised ? undefined : { values, onChange: (typed) => writeDraft(typed.day, typed) },
    unsent,
    failureText: t('submit.notSubmitted'),
    fieldNames: { imageUrl: 'screenshot' },
    send: async (body) => {
      const { day: submitted, ...content } = body
      // A rejected project waits for a review again.
      await (revised
        ? request('PUT', '/api/projects/:projectId', { params: { projectId: revised._id }, body: content })
        : request('POST', '/api/projects', { body }))
      return submitted
    },
    onDone: (submitted) => {
      if (!revised) setLocal(submitted, undefined)
      onSubmitted(submitted)
    },
    onFailure: ({ status, errors }) => {
      // The server has already deleted the screenshot; the user must choose it again.
      if (errors['imageUrl'] !== undefined) fields.setValue('screenshot', undefined)
      return status === 401 ? t('submit.mustBeLoggedIn') : undefined
    },
  })
  const { fields } = form
  return { form, screenshot, values: fields.watch() }
}

export type SubmitFormState = ReturnType<typeof useSubmitForm>

/** Names the text that a revision begins with, too: what is typed over it must not cover what another device has sent since. */
function revisionName(revised: ProjectCard): string {
  const text = JSON.stringify([allTextsOf(revised), revised.imageUrl])
  let hash = 0
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return `revision-${revised._id}-${(hash >>> 0).toString(36)}`
}

/** In the order of the form. */
function formValues(draft: Draft, day: number): SubmitValues {
  const { projectName, ...texts } = allTextsOf(draft)
  return { projectName, day, ...texts, screenshot: draft.screenshot }
}

type Store = (stored: Draft['screenshot']) => void

/**
 * Uploads a screenshot as soon as it is chosen, and gives it to `store`, which keeps it in the draft. A refused file keeps the previous one.
 */
function useScreenshotUpload() {
  const [sending, setSending] = useState<FileDropState>()
  const [error, setError] = useState<string>()
  const [uploads] = useState(oneRequest)
  useEffect(() => uploads.cancel, [uploads])

  const choose = async (file: File, store: Store) => {
    uploads.cancel()
    const fileError = imageFileError(file, maxScreenshotBytes, screenshotTooLarge.message)
    setError(fileError)
    if (fileError !== undefined) return setSending(undefined)
    const preview = URL.createObjectURL(file)
    const fileInfo = { name: file.name, bytes: file.size }
    setSending({ kind: 'uploading', ...fileInfo, progress: 0, preview })
    const outcome = await uploads.send((signal) =>
      upload('/api/uploads/project-image', file, {
        signal,
        onProgress: (progress) => setSending({ kind: 'uploading', ...fileInfo, progress, preview }),
        field: 'projectImage',
      }),
    )
    URL.revokeObjectURL(preview)
    if (outcome === undefined) return
    setSending(undefined)
    if ('value' in outcome) store({ ...fileInfo, imageUrl: outcome.value.imageUrl })
    else setError(errorMessage(outcome.error, t('submit.notUploaded')))
  }

  const remove = (store: Store) => {
    uploads.cancel()
    setSending(undefined)
    setError(undefined)
    store(undefined)
  }
  return {
    isSending: sending !== undefined,
    stateOf: (stored: Draft['screenshot']): FileDropState =>
      sending ??
      (stored ? { ...stored, kind: 'ready', preview: thumbnailOf(stored.imageUrl) } : { kind: 'empty' }),
    error,
    choose,
    remove,
  }
}

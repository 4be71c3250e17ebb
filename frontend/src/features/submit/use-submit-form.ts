// The state of the submission form: its fields, its upload and its request. The drafts own the values; a form for a
// revision, which has no draft, owns them itself.

import type { ProjectCard, SubmitProjectRequest } from '@thirty/contracts/projects/api.ts'
import { allTextsOf, type GivenTexts } from '@thirty/contracts/projects/project-texts.ts'
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
import type { DayDraftState } from './drafts/day-draft.tsx'
import { writeDraft } from './drafts/draft-actions.ts'
import { type Draft, setLocal } from './drafts/drafts.ts'
import type { SubmitValues } from './submit-schema.ts'

const noDays: ReadonlySet<number> = new Set()

/** What the form makes a new project of, or the project that it changes. */
export type SubmitFormOptions = { onSubmitted: (day: number) => void } & (
  | { dayDraft: DayDraftState; revised?: undefined }
  | { dayDraft?: undefined; revised: ProjectCard }
)

export type SubmitFormState = ReturnType<typeof useSubmitForm>

export function useSubmitForm({ dayDraft, revised, onSubmitted }: SubmitFormOptions) {
  const screenshot = useScreenshotUpload()
  const takenDays = dayDraft?.takenDays ?? noDays
  const values = revised
    ? formValues(revised, revised.day, { name: t('submit.currentScreenshot'), imageUrl: revised.imageUrl })
    : formValues(dayDraft.draft, dayDraft.day, dayDraft.draft.screenshot)
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
      const { day, ...content } = body
      // A rejected project waits for a review again.
      await (revised
        ? request('PUT', '/api/projects/:projectId', { params: { projectId: revised._id }, body: content })
        : request('POST', '/api/projects', { body }))
      return day
    },
    onDone: (day) => {
      if (!revised) setLocal(day, undefined)
      onSubmitted(day)
    },
    onFailure: ({ status, errors }) => {
      // The server has already deleted the screenshot; the user must choose it again.
      if (errors['imageUrl'] !== undefined) form.fields.setValue('screenshot', undefined)
      return status === 401 ? t('submit.mustBeLoggedIn') : undefined
    },
  })
  return { form, screenshot, values: form.fields.watch(), takenDays, dayDraft }
}

/** Names the text that a revision begins with, too: what is typed over it must not cover what another device has sent since. */
function revisionName(revised: ProjectCard): string {
  const text = JSON.stringify([allTextsOf(revised), revised.imageUrl])
  let hash = 0
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return `revision-${revised._id}-${(hash >>> 0).toString(36)}`
}

/** In the order of the form. */
function formValues(texts: GivenTexts, day: number, screenshot: Draft['screenshot']): SubmitValues {
  const { projectName, ...others } = allTextsOf(texts)
  return { projectName, day, ...others, screenshot }
}

type Stored = Draft['screenshot']

/** Uploads a screenshot as soon as it is chosen. A refused file keeps the previous one. */
function useScreenshotUpload() {
  const [sending, setSending] = useState<FileDropState>()
  const [error, setError] = useState<string>()
  const [uploads] = useState(oneRequest)
  useEffect(() => uploads.cancel, [uploads])

  const end = (failure?: string) => {
    uploads.cancel()
    setSending(undefined)
    setError(failure)
  }
  const send = async (file: File, store: (uploaded: Stored) => void) => {
    const fileError = imageFileError(file, maxScreenshotBytes, screenshotTooLarge.message)
    end(fileError)
    if (fileError !== undefined) return
    const preview = URL.createObjectURL(file)
    const fileInfo = { name: file.name, bytes: file.size }
    const onProgress = (progress: number) => setSending({ kind: 'uploading', ...fileInfo, progress, preview })
    onProgress(0)
    const outcome = await uploads.send((signal) =>
      upload('/api/uploads/project-image', file, { signal, onProgress, field: 'projectImage' }),
    )
    URL.revokeObjectURL(preview)
    if (outcome === undefined) return
    setSending(undefined)
    if ('value' in outcome) store({ ...fileInfo, imageUrl: outcome.value.imageUrl })
    else setError(errorMessage(outcome.error, t('submit.notUploaded')))
  }
  return {
    isSending: sending !== undefined,
    error,
    /** Returns the props of the field with the stored screenshot. `store` receives another one. */
    field: (stored: Stored, store: (changed: Stored) => void) => ({
      state: sending ?? (stored ? readyState(stored) : ({ kind: 'empty' } as const)),
      onFile: (file: File) => void send(file, store),
      onRemove: () => {
        end()
        store(undefined)
      },
    }),
  }
}

const readyState = (stored: NonNullable<Stored>): FileDropState => ({
  ...stored,
  kind: 'ready',
  preview: thumbnailOf(stored.imageUrl),
})

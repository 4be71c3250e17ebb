// The fields of the form, its upload and its request. The drafts own the values, except those of a revision, which has no draft.

import type { ProjectCard, SubmitProjectRequest } from '@thirty/contracts/projects/api.ts'
import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { useState } from 'react'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { reviseProject, submitProject } from './api.ts'
import { writeDraft } from './drafts/draft-actions.ts'
import type { Draft } from './drafts/draft.ts'
import { setLocal } from './drafts/drafts-state.ts'
import { t } from '../../shared/i18n/t.ts'
import type { SubmitValues } from './submit-schema.ts'
import { useScreenshotUpload } from './use-screenshot-upload.ts'

type SubmitFormOptions = {
  day: number
  /** The text of a draft; that of `revised` to begin with. */
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
      (await import('./submit-schema.ts')).submitForm({ takenDays, isUploading: screenshot.isSending }),
    defaultValues: values,
    owner: revised ? undefined : { values, onChange: (typed) => writeDraft(typed.day, typed) },
    unsent,
    failureText: t('submit.notSubmitted'),
    fieldErrors: ({ errors: { imageUrl, ...others } }) => ({
      ...others,
      ...(imageUrl && { screenshot: imageUrl }),
    }),
    send: async (request) => {
      await (revised ? reviseProject(revised._id, request) : submitProject(request))
      return request.day
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

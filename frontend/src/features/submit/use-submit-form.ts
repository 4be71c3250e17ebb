import type { ProjectCard, SubmitProjectRequest } from '@thirty/contracts/api/projects/projects.ts'
import { useEffect, useRef, useState } from 'react'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { reviseProject, submitProject } from './api.ts'
import { clearDraft, draftOf, isEmptyDraft, loadDraft, saveDraft } from './draft.ts'
import { submitForm } from './submit-schema.ts'
import type { SubmitValues } from './submit-schema.ts'
import { useIdempotencyKey } from './use-idempotency-key.ts'
import { useScreenshotUpload } from './use-screenshot-upload.ts'

type SubmitFormOptions = {
  /** The project that the form changes; without one it makes a new project. */
  revised: ProjectCard | undefined
  proposedDay: number
  isDayRequested: boolean
  takenDays: ReadonlySet<number>
  onSubmitted: (day: number) => void
}

/** The values of the form, which are stored as a draft, its upload and its request. */
export function useSubmitForm({
  revised,
  proposedDay,
  isDayRequested,
  takenDays,
  onSubmitted,
}: SubmitFormOptions) {
  const [draft] = useState(() => (revised ? draftOf(revised) : loadDraft()))
  const [isUploading, setIsUploading] = useState(false)
  const hasChosenDay = useRef(false)
  const idempotencyKeyFor = useIdempotencyKey()
  const form = useForm<SubmitValues, SubmitProjectRequest, number>({
    schema: submitForm({ takenDays, isUploading }),
    // In the order of the form.
    defaultValues: {
      projectName: draft.projectName,
      day: isDayRequested ? proposedDay : (draft.day ?? proposedDay),
      liveLink: draft.liveLink,
      repoLink: draft.repoLink,
      description: draft.description,
      languages: draft.languages,
      frameworks: draft.frameworks,
      screenshot: draft.screenshot,
    },
    failureText: 'Failed to submit project',
    fieldErrors: ({ errors: { imageUrl, ...others } }) => ({
      ...others,
      ...(imageUrl && { screenshot: imageUrl }),
    }),
    send: async (request) => {
      const key = idempotencyKeyFor(request)
      await (revised ? reviseProject(revised._id, request, key) : submitProject(request, key))
      return request.day
    },
    onDone: (day) => {
      if (!revised) clearDraft()
      onSubmitted(day)
    },
    onFailure: ({ status, errors }) => {
      // The server has already deleted the screenshot; the user must choose it again.
      if (errors['imageUrl'] !== undefined) fields.setValue('screenshot', undefined)
      return status === 401 ? 'You must be logged in to submit a project' : undefined
    },
  })
  const { fields } = form
  const screenshot = useScreenshotUpload(fields.watch('screenshot'), {
    onStored: form.control('screenshot').onValueChange,
    onSendingChange: setIsUploading,
  })

  useEffect(() => {
    if (revised) return
    const subscription = fields.watch(() => storeDraft(fields.getValues()))
    return () => subscription.unsubscribe()
  }, [fields, revised])
  useEffect(() => {
    // The day of a form with text stays: at midnight, somebody may be writing about yesterday's project.
    if (!hasChosenDay.current && isEmptyDraft(fields.getValues())) fields.setValue('day', proposedDay)
  }, [fields, proposedDay])

  const day = form.control('day')
  const chooseDay = (chosen: number) => {
    hasChosenDay.current = true
    day.onValueChange(chosen)
  }
  return { form, day: { ...day, onValueChange: chooseDay }, screenshot, values: fields.watch() }
}

export type SubmitFormState = ReturnType<typeof useSubmitForm>

/** The day alone is no draft: it would hide the current day tomorrow. */
const storeDraft = (values: SubmitValues) => (isEmptyDraft(values) ? clearDraft() : saveDraft(values))

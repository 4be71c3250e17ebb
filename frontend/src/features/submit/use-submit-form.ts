import type { ProjectCard, SubmitProjectRequest } from '@thirty/contracts/projects/api.ts'
import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { reviseProject, submitProject } from './api.ts'
import { draftOf, emptyDraft, isEmptyDraft, type Draft } from './drafts/draft.ts'
import { setLocal } from './drafts/drafts-state.ts'
import { loadLocalDrafts } from './drafts/local-drafts.ts'
import { useDayDraft } from './drafts/use-day-draft.ts'
import { t } from '../../shared/i18n/t.ts'
import { submitForm } from './submit-schema.ts'
import type { SubmitValues } from './submit-schema.ts'
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
  const [start] = useState(() =>
    revised ? { day: proposedDay, draft: draftOf(revised) } : startOf(proposedDay, isDayRequested, takenDays),
  )
  const [isUploading, setIsUploading] = useState(false)
  const hasChosenDay = useRef(false)
  const form = useForm<SubmitValues, SubmitProjectRequest, number>({
    schema: submitForm({ takenDays, isUploading }),
    defaultValues: formValues(start.draft, start.day),
    failureText: t('submit.notSubmitted'),
    fieldErrors: ({ errors: { imageUrl, ...others } }) => ({
      ...others,
      ...(imageUrl && { screenshot: imageUrl }),
    }),
    send: async (request) => {
      await (revised ? reviseProject(revised._id, request) : submitProject(request))
      return request.day
    },
    onDone: (day) => {
      if (!revised) setLocal(day, undefined)
      onSubmitted(day)
    },
    onFailure: ({ status, errors }) => {
      // The server has already deleted the screenshot; the user must choose it again.
      if (errors['imageUrl'] !== undefined) fields.setValue('screenshot', undefined)
      return status === 401 ? t('submit.mustBeLoggedIn') : undefined
    },
  })
  const { fields } = form
  const screenshot = useScreenshotUpload(fields.watch('screenshot'), {
    onStored: form.control('screenshot').onValueChange,
    onSendingChange: setIsUploading,
  })

  const isFilling = useRef(false)
  const [focusRequests, setFocusRequests] = useState(0)
  const dayDraft = useDayDraft({
    isEnabled: revised === undefined,
    day: fields.watch('day'),
    takenDays,
    current: fields.getValues,
    show: (draft, day) => {
      isFilling.current = true
      fields.reset(formValues(draft, day))
      isFilling.current = false
    },
    focusForm: () => setFocusRequests((requests) => requests + 1),
  })
  useEffect(() => {
    // After the render, because a reset forgets the fields until then.
    if (focusRequests > 0) fields.setFocus('projectName')
  }, [fields, focusRequests])
  const keep = useEffectEvent((name: string | undefined) => {
    // A change of the day alone moves a draft, which `chooseDay` does.
    if (!revised && !isFilling.current && name !== 'day') dayDraft.write(fields.getValues())
  })
  useEffect(() => {
    const subscription = fields.watch((_, { name }) => keep(name))
    return () => subscription.unsubscribe()
  }, [fields])
  useEffect(() => {
    // The day of a form with text stays: at midnight, somebody may be writing about yesterday's project.
    if (!hasChosenDay.current && isEmptyDraft(fields.getValues())) fields.setValue('day', proposedDay)
  }, [fields, proposedDay])

  const day = form.control('day')
  const chooseDay = (chosen: number) => {
    hasChosenDay.current = true
    dayDraft.changeDay(chosen)
    day.onValueChange(chosen)
  }
  return { form, day: { ...day, onValueChange: chooseDay }, screenshot, values: fields.watch(), dayDraft }
}

export type SubmitFormState = ReturnType<typeof useSubmitForm>

/** In the order of the form. */
function formValues(draft: Draft, day: number): SubmitValues {
  const { projectName, ...texts } = allTextsOf(draft)
  return { projectName, day, ...texts, screenshot: draft.screenshot }
}

/** Returns the draft that the form begins with: that of the proposed day, else the latest one, unless a day is requested. */
function startOf(proposedDay: number, isDayRequested: boolean, takenDays: ReadonlySet<number>) {
  const drafts = Object.entries(loadLocalDrafts())
    .map(([day, { draft, writtenAt }]) => ({ day: Number(day), draft, writtenAt }))
    .filter(({ draft }) => !isEmptyDraft(draft))
    // A text for a day that is in already must be found again, too, but after the others.
    .toSorted(
      (left, right) =>
        Number(takenDays.has(left.day)) - Number(takenDays.has(right.day)) ||
        right.writtenAt - left.writtenAt,
    )
  const proposed = drafts.find(({ day }) => day === proposedDay)
  return proposed ?? (isDayRequested ? undefined : drafts[0]) ?? { day: proposedDay, draft: emptyDraft }
}

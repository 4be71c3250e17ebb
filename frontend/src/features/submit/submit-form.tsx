// The form with which a project is submitted or revised: its fields, its upload and its request. The drafts own the values; a form for a
// revision, which has no draft, owns them itself.

import type { ProjectCard, SubmitProjectRequest } from '@thirty/contracts/projects/api.ts'
import { allTextsOf, projectTexts, type GivenTexts } from '@thirty/contracts/projects/project-texts.ts'
import { challengeBriefs } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { maxScreenshotBytes, screenshotTooLarge, thumbnailOf } from '@thirty/contracts/images/images.ts'
import { unreachableAddress } from '@thirty/contracts/user-texts/web-address.ts'
import { GitBranch, Globe, TriangleAlert } from 'lucide-react'
import { useState, useEffect } from 'react'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { FileDrop } from '../../shared/files/file-drop.tsx'
import { request } from '../../shared/http/http.ts'
import { oneRequest } from '../../shared/http/one-request.ts'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { upload } from '../../shared/http/upload.ts'
import { t } from '../../shared/i18n/t.ts'
import { Link, paths } from '../../shared/navigation/router.ts'
import { guideTitles, type GuideId } from '../../shared/submissions/guides.ts'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { DayBadge } from '../../shared/ui/display/marks.tsx'
import { ChipsInput } from '../../shared/ui/forms/chips-input.tsx'
import { Field, TextArea } from '../../shared/ui/forms/field.tsx'
import { imageFileError } from '../../shared/ui/forms/image-file.ts'
import { SubmitButton, FormMessages, useForm } from '../../shared/ui/forms/use-form.tsx'
import { Select } from '../../shared/ui/select/select.tsx'
import { DraftNotes, SavedNote, type DayDraftState } from './drafts/day-draft.tsx'
import { writeDraft } from './drafts/draft-actions.ts'
import { type Draft, setLocal } from './drafts/drafts.ts'
import type { SubmitValues } from './submit-schema.ts'
import css from './submit.module.css'

/** What the form makes a new project of, or the project that it changes. */
export type SubmitFormOptions = { onSubmitted: (day: number) => void } & (
  | { dayDraft: DayDraftState; revised?: undefined }
  | { dayDraft?: undefined; revised: ProjectCard }
)

type SubmitFormState = ReturnType<typeof useSubmitForm>

export function useSubmitForm({ dayDraft, revised, onSubmitted }: SubmitFormOptions) {
  const screenshot = useScreenshotUpload()
  const takenDays = dayDraft?.takenDays ?? new Set<number>()
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

const addressField = { type: 'url', inputMode: 'url', autoComplete: 'url', placeholder: 'https://' } as const

export const SubmitForm = ({ form, screenshot, dayDraft, values, takenDays }: SubmitFormState) => (
  <form className={css.form} {...form.props}>
    <FormMessages form={form} />
    {dayDraft && (
      <DraftNotes
        state={dayDraft}
        focusForm={() => form.props.ref.current?.querySelector<HTMLElement>('#projectName')?.focus()}
      />
    )}
    <div className={css.nameAndDay}>
      <Field
        {...form.text('projectName')}
        label={t('submit.projectName')}
        autoComplete="on"
        maxLength={projectTexts.projectName.max}
      />
      <DayField {...{ form, dayDraft, takenDays }} />
    </div>
    <div className={css.pair}>
      <Field
        {...form.text('liveLink')}
        {...addressField}
        label={t('submit.liveLink')}
        hint={
          linkWarning(values.liveLink) ?? <GuideLink id="live-link">{t('submit.liveLinkGuide')}</GuideLink>
        }
        icon={<Globe />}
      />
      <Field
        {...form.text('repoLink')}
        {...addressField}
        label={t('submit.repositoryLink')}
        hint={linkWarning(values.repoLink) ?? <GuideLink id="repository">{guideTitles.repository}</GuideLink>}
        icon={<GitBranch />}
      />
    </div>
    <TextArea
      {...form.text('description')}
      // The counter needs the text of a draft that is filled in, too.
      value={values.description}
      label={t('common.description')}
      hint={t('submit.descriptionHint')}
      counter
      maxLength={projectTexts.description.max}
      rows={5}
    />
    <div className={css.pair}>
      <ChipsInput
        {...form.control('languages')}
        label={t('common.languages')}
        placeholder={t('submit.addOne')}
      />
      <ChipsInput
        {...form.control('frameworks')}
        label={t('common.frameworks')}
        optional
        placeholder={t('submit.addOne')}
      />
    </div>
    <FileDrop
      {...screenshot.field(values.screenshot, form.control('screenshot').onValueChange)}
      id="screenshot"
      name="screenshot"
      label={t('submit.screenshot')}
      hint={t('submit.screenshotHint')}
      error={screenshot.error ?? form.errorOf('screenshot')}
    />
    <p className={css.guide}>
      <GuideLink id="screenshot">{t('submit.screenshotGuide')}</GuideLink>
    </p>
    <div className={css.actions}>
      <SubmitButton form={form} size="large" busyText={t('submit.submitting')}>
        {t('common.submitProject')}
      </SubmitButton>
      <ButtonLink to={paths.dashboard} kind="quiet" size="large">
        {t('common.cancel')}
      </ButtonLink>
      {dayDraft && <SavedNote state={dayDraft} />}
    </div>
  </form>
)

/** Opens beside the form, which stays as it is. */
const GuideLink = ({ id, children }: { id: GuideId; children: string }) => (
  <Link to={paths.guide(id)} target="_blank" className={css.guideLink}>
    {children}
  </Link>
)

/** Returns the hint of a link that nobody else can open; `undefined` for others. The link may be submitted nevertheless. */
function linkWarning(address: string) {
  const problem = unreachableAddress(address.trim())
  if (problem === undefined) return undefined
  return (
    <span className={css.linkWarning}>
      <TriangleAlert size={15} />
      {t(problem === 'local' ? 'submit.linkLocal' : 'submit.linkDoubled')}
    </span>
  )
}

/**
 * Chooses the day, shown with its badge and its title: submitted days are marked, and future days of a started challenge are disabled.
 */
const DayField = ({ form, dayDraft, takenDays }: Omit<SubmitFormState, 'screenshot' | 'values'>) => {
  const { id, value, error } = form.control('day')
  const { day: today, started } = useCurrentDay()
  const availability = (day: number) => {
    if (takenDays.has(day)) return { after: t('forms.submitted') }
    return started && day > today ? { after: t('common.opensOnDay', { day }), disabled: true } : {}
  }
  return (
    <Select
      {...{ id, value, error }}
      // The day of a revision cannot change.
      disabled={dayDraft === undefined}
      label={t('common.dayLabel')}
      hint={takenDays.has(value) && t('submit.alreadySubmitted', { day: value })}
      onValueChange={(day) => dayDraft?.chooseDay(day)}
      options={challengeBriefs.map(({ day, title }) => ({
        value: day,
        label: title,
        before: <DayBadge short day={day} today={day === today} />,
        ...availability(day),
      }))}
    />
  )
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
type Uploading = { file: { name: string; bytes: number; preview: string }; progress: number }

/** Uploads a screenshot as soon as it is chosen. A refused file keeps the previous one. */
function useScreenshotUpload() {
  const [sending, setSending] = useState<Uploading>()
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
    const onProgress = (progress: number) => setSending({ file: { ...fileInfo, preview }, progress })
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
      file: stored && { ...stored, preview: thumbnailOf(stored.imageUrl) },
      ...sending,
      onFile: (file: File) => void send(file, store),
      onRemove: () => {
        end()
        store(undefined)
      },
    }),
  }
}

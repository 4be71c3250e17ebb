import type { SubmitProjectRequest } from '@thirty/contracts/api/projects/projects.ts'
import { Download, GitBranch, Globe } from 'lucide-react'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { paths } from '../../app/paths.ts'
import type { RequestFailed } from '../../shared/http/request-failed.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { ChipsInput } from '../../shared/ui/forms/chips-input.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FileDrop } from '../../shared/ui/forms/file-drop.tsx'
import { FormSummary } from '../../shared/ui/forms/form-summary.tsx'
import { TextArea } from '../../shared/ui/forms/text-area.tsx'
import { useFormValidation } from '../../shared/ui/forms/use-form-validation.ts'
import { submitProject } from './api.ts'
import { DayField } from './day-field.tsx'
import { isEmptyDraft } from './draft.ts'
import type { Draft } from './draft.ts'
import { submitRules } from './form-rules.ts'
import type { SubmitField } from './form-rules.ts'
import { useScreenshotUpload } from './use-screenshot-upload.ts'
import { useIdempotencyKey } from './use-idempotency-key.ts'
import css from './submit.module.css'

type SubmitFormProps = {
  draft: Draft
  day: number
  submittedDays: ReadonlySet<number>
  onChange: (part: Partial<Draft>) => void
  onSubmitted: () => void
}

export const SubmitForm = ({ draft, day, submittedDays, onChange, onSubmitted }: SubmitFormProps) => {
  const screenshot = useScreenshotUpload(draft.screenshot, (stored) => onChange({ screenshot: stored }))
  const {
    errors: formErrors,
    setErrors,
    checkProps,
    checkAll,
  } = useFormValidation(submitRules({ day, submittedDays, draft, isUploading: screenshot.isSending }))
  const { pending, failure, run, setFailure } = useFormSubmit('Failed to submit project')
  const idempotencyKeyFor = useIdempotencyKey()
  // Only a press of the button shows the summary; while the user types, the errors beside the fields are enough.
  const [isSummaryShown, setIsSummaryShown] = useState(false)

  const errors = draft.screenshot === undefined ? formErrors : { ...formErrors, screenshot: undefined }

  const onFailure = ({ status, errors: { imageUrl, ...others } }: RequestFailed) => {
    setErrors((previous) => ({ ...previous, ...others, screenshot: imageUrl }))
    // The server has already deleted the screenshot; the user must choose it again.
    if (imageUrl !== undefined) onChange({ screenshot: undefined })
    if (status === 401) setFailure('You must be logged in to submit a project')
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isValid = checkAll(event.currentTarget)
    setIsSummaryShown(!isValid)
    if (!isValid) return
    const request = toRequest(draft, day)
    const response = await run(() => submitProject(request, idempotencyKeyFor(request)), onFailure)
    if (response) onSubmitted()
  }
  const field = <Name extends Exclude<SubmitField, 'day' | 'screenshot'>>(name: Name) => ({
    id: name,
    name,
    value: draft[name],
    error: errors[name],
  })
  const onTextChange = (name: SubmitField) => (event: { target: { value: string } }) =>
    onChange({ [name]: event.target.value })

  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)} {...checkProps}>
      {failure !== undefined && (
        <Banner kind="danger" live>
          {failure}
        </Banner>
      )}
      {isSummaryShown && <FormSummary errors={summarize(errors)} />}
      <div className={css.nameAndDay}>
        <Field
          {...field('projectName')}
          label="Project name"
          maxLength={120}
          onChange={onTextChange('projectName')}
        />
        <DayField
          day={day}
          submittedDays={submittedDays}
          error={errors.day}
          onDay={(chosenDay) => onChange({ day: chosenDay })}
        />
      </div>
      <div className={css.pair}>
        <Field
          {...field('liveLink')}
          label="Live link"
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="https://"
          icon={<Globe />}
          onChange={onTextChange('liveLink')}
        />
        <Field
          {...field('repoLink')}
          label="Repository link"
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="https://"
          icon={<GitBranch />}
          onChange={onTextChange('repoLink')}
        />
      </div>
      <TextArea
        {...field('description')}
        label="Description"
        hint="What it does and what you learned"
        counter
        maxLength={5000}
        rows={5}
        onChange={onTextChange('description')}
      />
      <div className={css.pair}>
        <ChipsInput
          {...field('languages')}
          label="Languages"
          placeholder="Add one"
          onValueChange={(languages) => onChange({ languages })}
        />
        <ChipsInput
          {...field('frameworks')}
          label="Frameworks"
          optional
          placeholder="Add one"
          onValueChange={(frameworks) => onChange({ frameworks })}
        />
      </div>
      <FileDrop
        id="screenshot"
        name="screenshot"
        label="Screenshot"
        hint="PNG, JPEG or WebP up to 2 MB"
        state={screenshot.state}
        error={screenshot.error ?? errors.screenshot}
        onFile={(file) => void screenshot.choose(file)}
        onRemove={screenshot.remove}
      />
      <div className={css.actions}>
        <Button type="submit" kind="primary" size="large" busy={pending} busyText="Submitting...">
          Submit Project
        </Button>
        <ButtonLink to={paths.dashboard} kind="quiet" size="large">
          Cancel
        </ButtonLink>
        {!isEmptyDraft(draft) && (
          <p className={css.saved}>
            <Download aria-hidden="true" size={16} />
            Draft saved on this device
          </p>
        )}
      </div>
    </form>
  )
}

function toRequest(
  { projectName, liveLink, repoLink, description, languages, frameworks, screenshot }: Draft,
  day: number,
): SubmitProjectRequest {
  return {
    projectName: projectName.trim(),
    liveLink: liveLink.trim(),
    repoLink: repoLink.trim(),
    description: description.trim(),
    languages: languages.trim(),
    frameworks: frameworks.trim() === '' ? undefined : frameworks.trim(),
    imageUrl: screenshot?.imageUrl ?? '',
    day,
  }
}

const summarize = (errors: Partial<Record<SubmitField, string | undefined>>) =>
  Object.entries(errors).flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]))

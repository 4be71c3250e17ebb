import { submitProjectRequest } from '@thirty/contracts/api/projects/projects.ts'
import { schemaError } from '../../shared/ui/forms/use-form-validation.ts'
import type { FormRules } from '../../shared/ui/forms/use-form-validation.ts'
import type { Draft } from './draft.ts'

export type SubmitField =
  'projectName' | 'liveLink' | 'repoLink' | 'description' | 'languages' | 'frameworks' | 'day' | 'screenshot'

const { shape } = submitProjectRequest

type FormContext = { day: number; submittedDays: ReadonlySet<number>; draft: Draft; isUploading: boolean }

/** The validation rules that the browser can check. */
export const submitRules = ({
  day,
  submittedDays,
  draft,
  isUploading,
}: FormContext): FormRules<SubmitField> => ({
  projectName: (form) => schemaError(shape.projectName, form.projectName),
  liveLink: (form) => schemaError(shape.liveLink, form.liveLink),
  repoLink: (form) => schemaError(shape.repoLink, form.repoLink),
  description: (form) => schemaError(shape.description, form.description),
  // The draft contains the finished chips; the form also contains the entry being typed.
  languages: (form) => schemaError(shape.languages, form.languages || draft.languages),
  frameworks: (form) => schemaError(shape.frameworks, form.frameworks || draft.frameworks),
  day: () => (submittedDays.has(day) ? `You have already submitted a project for day ${day}` : undefined),
  screenshot: () => {
    if (draft.screenshot !== undefined) return undefined
    return isUploading ? 'The screenshot is still being uploaded' : 'Screenshot is required'
  },
})

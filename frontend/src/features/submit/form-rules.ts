import { submitProjectRequest } from '@thirty/contracts/api/projects/projects.ts'
import type { FormRules } from '../../shared/ui/forms/use-form-validation.ts'
import type { Draft } from './draft.ts'

export const textFields = [
  'projectName',
  'liveLink',
  'repoLink',
  'description',
  'languages',
  'frameworks',
] as const
export type SubmitField = (typeof textFields)[number] | 'day' | 'screenshot'

const { shape } = submitProjectRequest

const validationMessage = (
  field: (typeof textFields)[number],
  text: string | undefined,
): string | undefined => shape[field].safeParse(text ?? '').error?.issues[0]?.message

type FormContext = { day: number; submittedDays: ReadonlySet<number>; draft: Draft; isUploading: boolean }

/** The validation rules that need no server. */
export const submitRules = ({
  day,
  submittedDays,
  draft,
  isUploading,
}: FormContext): FormRules<SubmitField> => ({
  projectName: (form) => validationMessage('projectName', form.projectName),
  liveLink: (form) => validationMessage('liveLink', form.liveLink),
  repoLink: (form) => validationMessage('repoLink', form.repoLink),
  description: (form) => validationMessage('description', form.description),
  // Finished chips are in the draft; the entry being typed is only in the form.
  languages: (form) => validationMessage('languages', form.languages || draft.languages),
  frameworks: (form) => validationMessage('frameworks', form.frameworks || draft.frameworks),
  day: () => (submittedDays.has(day) ? `You have already submitted a project for day ${day}` : undefined),
  screenshot: () => {
    if (draft.screenshot !== undefined) return undefined
    return isUploading ? 'The screenshot is still being uploaded' : 'Screenshot is required'
  },
})

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

const firstProblem = (field: (typeof textFields)[number], text: string | undefined): string | undefined =>
  shape[field].safeParse(text ?? '').error?.issues[0]?.message

type Situation = { day: number; handedIn: ReadonlySet<number>; draft: Draft; uploading: boolean }

/** The validation rules that need no server. */
export const submitRules = ({ day, handedIn, draft, uploading }: Situation): FormRules<SubmitField> => ({
  projectName: (form) => firstProblem('projectName', form.projectName),
  liveLink: (form) => firstProblem('liveLink', form.liveLink),
  repoLink: (form) => firstProblem('repoLink', form.repoLink),
  description: (form) => firstProblem('description', form.description),
  // Finished chips are in the draft; the entry being typed is only in the form.
  languages: (form) => firstProblem('languages', form.languages || draft.languages),
  frameworks: (form) => firstProblem('frameworks', form.frameworks || draft.frameworks),
  day: () => (handedIn.has(day) ? `You have already submitted a project for day ${day}` : undefined),
  screenshot: () => {
    if (draft.screenshot !== undefined) return undefined
    return uploading ? 'The screenshot is still being uploaded' : 'Screenshot is required'
  },
})

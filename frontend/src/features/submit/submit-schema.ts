import { submitProjectRequest } from '@thirty/contracts/api/projects/projects.ts'
import type { SubmitProjectRequest } from '@thirty/contracts/api/projects/projects.ts'
import { z } from 'zod'
import type { Draft, Screenshot } from './drafts/draft.ts'

export type SubmitValues = Draft & { day: number }

type FormContext = { takenDays: ReadonlySet<number>; isUploading: boolean }

/** The form: the request, with the uploaded file in place of its address. */
export const submitForm = ({
  takenDays,
  isUploading,
}: FormContext): z.ZodType<SubmitProjectRequest, SubmitValues> =>
  submitProjectRequest
    .omit({ imageUrl: true })
    .extend({
      frameworks: submitProjectRequest.shape.frameworks.unwrap(),
      day: submitProjectRequest.shape.day.refine((day) => !takenDays.has(day), {
        error: ({ input }) => `You have already submitted a project for day ${String(input)}`,
      }),
      screenshot: z.custom<Screenshot | undefined>((screenshot) => screenshot !== undefined, {
        error: isUploading ? 'The screenshot is still being uploaded' : 'Screenshot is required',
      }),
    })
    .transform(({ screenshot, frameworks, ...content }) => ({
      ...content,
      frameworks: frameworks === '' ? undefined : frameworks,
      imageUrl: screenshot?.imageUrl ?? '',
    }))

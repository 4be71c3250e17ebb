// The schema of the form in `submit-form.tsx`: the request, with the uploaded file in place of its address, and without the days that have a
// project. `submitFormSchema` makes it.

import {
  submittedTexts,
  submitProjectRequest,
  type SubmitProjectRequest,
} from '@thirty/contracts/projects/api.ts'
import { givenTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { z } from 'zod'
import { t } from '../../shared/i18n/t.ts'
import type { Draft } from './drafts/drafts.ts'

export type SubmitValues = Draft & { day: number }

export const submitFormSchema = (
  takenDays: ReadonlySet<number>,
  isUploading: boolean,
): z.ZodType<SubmitProjectRequest, SubmitValues> =>
  z
    .strictObject({
      ...submittedTexts,
      day: submitProjectRequest.shape.day.refine((day) => !takenDays.has(day), {
        error: ({ input }) => t('serverTexts.dayTaken', { day: String(input) }),
      }),
      screenshot: z.custom<Draft['screenshot']>((screenshot) => screenshot !== undefined, {
        error: t(isUploading ? 'submit.stillUploading' : 'serverTexts.screenshotRequired'),
      }),
    })
    .transform(({ screenshot, day, ...texts }) => ({
      ...givenTextsOf(texts),
      day,
      imageUrl: screenshot?.imageUrl ?? '',
    }))

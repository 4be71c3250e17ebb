import { submitRatingRequest } from '@thirty/contracts/judging/ratings-api.ts'

/** The form of an admin. The project and its version come from the screen. */
export const officialRatingForm = submitRatingRequest
  .omit({ projectId: true, savedText: true, version: true })
  .extend({ feedback: submitRatingRequest.shape.feedback.unwrap() })

import { accepted } from './answers.ts'
import { uploadAnswer } from './projects.ts'

/** The new profile image and its thumbnail, both square. */
export const profileImageAnswer = accepted.extend(uploadAnswer.shape)

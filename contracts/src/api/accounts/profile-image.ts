import { commandResponse } from '../responses.ts'
import { uploadResponse } from '../projects/projects.ts'

/** The new profile image and its thumbnail, both square. */
export const profileImageResponse = commandResponse.extend(uploadResponse.shape)

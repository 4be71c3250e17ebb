// Handlers that upload and remove the caller's profile image.

import { profileImageEndpoints } from '@thirty/contracts/accounts/profile-api.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/images/images.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { stepContext } from '../../idempotency.ts'
import type { Parts } from '../../parts.ts'
import { convertProfileImage } from '../convert-image.ts'
import { uploadContext } from '../image-registry.ts'
import { convertUpload, uploadedFile, singleFileUpload } from '../upload.ts'
import { changeProfileImage, profileImageFold } from './decide.ts'

export function profileImageHandlers({ commands, waitForProjections, images, command }: Parts): Endpoint[] {
  const { uploadProfileImage, removeProfileImage } = profileImageEndpoints
  return [
    endpoint(
      uploadProfileImage,
      singleFileUpload(uploadProfileImage.file),
    )(async (request) => {
      const { id: user } = request.caller
      const file = uploadedFile(request.request, uploadProfileImage.file, say('profileImageRequired'))
      const context = uploadContext(request, file, user, 'upload-profile-image')
      const image = await convertUpload(request.request, file, convertProfileImage)
      const name = await images.store(image, { user, use: 'profile', context })
      const { position } = await commands.handle({
        ...profileImageFold,
        stream: `user-${user}`,
        context: stepContext(context, 'show'),
        decide: (profile) => changeProfileImage(profile, name),
      })
      return {
        success: true,
        imageUrl: imagePath(name),
        thumbnailUrl: imagePath(thumbnailOf(name)),
        ...(await waitForProjections(position)),
      }
    }),
    command(removeProfileImage, 'remove-profile-image', profileImageFold, ({ caller }) => ({
      stream: `user-${caller.id}`,
      decide: (profile) => changeProfileImage(profile, null),
    })),
  ]
}

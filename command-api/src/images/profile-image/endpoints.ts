import { profileImageEndpoints } from '@thirty/contracts/api/accounts/profile.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/rules/images.ts'
import { endpoint, type EndpointRequest, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../../handle.ts'
import { commandContext, stepContext, type CommandContext } from '../../idempotency.ts'
import type { WaitForProjections } from '../../wait-for-projections.ts'
import { convertProfileImage } from '../convert-image.ts'
import { uploadContext, type ImageRegistry } from '../image-registry.ts'
import { convertUpload, uploadedFile, singleFileUpload } from '../upload.ts'
import { changeProfileImage, profileImageFold } from './decide.ts'

export type ProfileImageDeps = {
  commands: Commands
  waitForProjections: WaitForProjections
  images: ImageRegistry
}

/** Handlers that upload and remove the caller's profile image. */
export function profileImageHandlers({ commands, waitForProjections, images }: ProfileImageDeps): Endpoint[] {
  const setProfileImage = (user: string, image: string | null, context: CommandContext) =>
    commands.handle({
      ...profileImageFold,
      stream: `user-${user}`,
      context,
      decide: (profile) => changeProfileImage(profile, image),
    })

  const { uploadProfileImage, removeProfileImage } = profileImageEndpoints
  const upload = async (request: EndpointRequest<typeof uploadProfileImage>) => {
    const { id: user } = request.caller
    const file = uploadedFile(request.request, uploadProfileImage.file, 'Profile image is required')
    const context = uploadContext(request, file, user, 'upload-profile-image')
    const image = await convertUpload(request.request, file, convertProfileImage)
    const name = await images.store(image, { user, use: 'profile', context })
    const { position } = await setProfileImage(user, name, stepContext(context, 'show'))
    return {
      success: true,
      imageUrl: imagePath(name),
      thumbnailUrl: imagePath(thumbnailOf(name)),
      ...(await waitForProjections(position)),
    } as const
  }

  return [
    endpoint(uploadProfileImage, singleFileUpload(uploadProfileImage.file))(upload),
    endpoint(removeProfileImage)(async (request) => {
      const { id: user } = request.caller
      const context = commandContext(request, user, 'remove-profile-image')
      const { position } = await setProfileImage(user, null, context)
      return { success: true, ...(await waitForProjections(position)) }
    }),
  ]
}

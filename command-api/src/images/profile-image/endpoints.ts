import { profileImageEndpoints } from '@thirty/contracts/endpoints/accounts/profile.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/rules/images.ts'
import { endpoint, type EndpointRequest, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Fold } from '../../fold.ts'
import type { Commands } from '../../handle.ts'
import { commandContext, deriveId, type CommandContext } from '../../idempotency.ts'
import { uploadContext, type ImageRegistry } from '../image-registry.ts'
import { convertProfileImage } from '../convert-image.ts'
import type { WaitForProjections } from '../../wait-for-projections.ts'
import { uploadedFile, singleFileUpload } from '../upload.ts'
import { changeProfileImage } from './decide.ts'
import { evolve, noProfile, type Profile } from './evolve.ts'

export type ProfileImageDeps = {
  commands: Commands
  waitForProjections: WaitForProjections
  images: ImageRegistry
}

/** A user as far as pictures go. */
export const profileImageFold: Fold<Profile, UserEvent> = { initial: noProfile, evolve }

/** The profile image: taken in, shown at once, and taken away. */
export function profileImageHandlers({
  commands,
  waitForProjections,
  images: pictures,
}: ProfileImageDeps): Endpoint[] {
  const change = (user: string, image: string | null, context: CommandContext) =>
    commands.handle({
      ...profileImageFold,
      stream: `user-${user}`,
      context,
      decide: (profile) => changeProfileImage(profile, image),
    })

  const { uploadProfileImage, removeProfileImage } = profileImageEndpoints
  const upload = async (asked: EndpointRequest<typeof uploadProfileImage>) => {
    const { id: user } = asked.caller
    const file = uploadedFile(asked.request, uploadProfileImage.file, 'Profile image is required')
    const context = uploadContext(asked, file, user, 'upload-profile-image')
    const name = await pictures.store(await convertProfileImage(file), { user, use: 'profile', context })
    const id = deriveId(context.command.id, 'show')
    const { position } = await change(user, name, { ...context, command: { ...context.command, id } })
    return {
      success: true,
      imageUrl: imagePath(name),
      thumbnailUrl: imagePath(thumbnailOf(name)),
      ...(await waitForProjections(position)),
    } as const
  }

  return [
    endpoint(uploadProfileImage, singleFileUpload(uploadProfileImage.file))(upload),
    endpoint(removeProfileImage)(async (asked) => {
      const { id: user } = asked.caller
      const { position } = await change(user, null, commandContext(asked, user, 'remove-profile-image'))
      return { success: true, ...(await waitForProjections(position)) }
    }),
  ]
}

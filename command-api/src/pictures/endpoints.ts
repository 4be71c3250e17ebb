import { pictureCalls } from '@thirty/contracts/calls/pictures.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { pictureAddress, thumbnailOf } from '@thirty/contracts/rules/pictures.ts'
import { endpoint, type AskedFor, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { Fold } from '../fold.ts'
import type { Commands } from '../handle.ts'
import { askerOf, derivedId, type Asker } from '../idempotency.ts'
import { uploaderOf, type PictureRegister } from '../picture-register.ts'
import { portraitFrom } from '../picture.ts'
import type { Settle } from '../settle.ts'
import { fileOf, oneFile } from '../upload.ts'
import { changeImage } from './decide.ts'
import { evolve, noProfile, type Profile } from './evolve.ts'

export type PictureDeps = { commands: Commands; settle: Settle; pictures: PictureRegister }

/** A user as far as pictures go. */
export const profileFold: Fold<Profile, UserEvent> = { initial: noProfile, evolve }

/** The profile image: taken in, shown at once, and taken away. */
export function pictureEndpoints({ commands, settle, pictures }: PictureDeps): Endpoint[] {
  const change = (user: string, image: string | null, asker: Asker) =>
    commands.handle({
      ...profileFold,
      stream: `user-${user}`,
      asker,
      decide: (profile) => changeImage(profile, image),
    })

  const { uploadProfileImage, removeProfileImage } = pictureCalls
  const upload = async (asked: AskedFor<typeof uploadProfileImage>) => {
    const { id: user } = asked.caller
    const file = fileOf(asked.request, uploadProfileImage.file, 'Profile image is required')
    const asker = uploaderOf(asked, file, user, 'upload-profile-image')
    const name = await pictures.store(await portraitFrom(file), { user, use: 'profile', asker })
    const id = derivedId(asker.command.id, 'show')
    const { position } = await change(user, name, { ...asker, command: { ...asker.command, id } })
    return {
      success: true,
      imageUrl: pictureAddress(name),
      thumbnailUrl: pictureAddress(thumbnailOf(name)),
      ...(await settle(position)),
    } as const
  }

  return [
    endpoint(uploadProfileImage, oneFile(uploadProfileImage.file))(upload),
    endpoint(removeProfileImage)(async (asked) => {
      const { id: user } = asked.caller
      const { position } = await change(user, null, askerOf(asked, user, 'remove-profile-image'))
      return { success: true, ...(await settle(position)) }
    }),
  ]
}

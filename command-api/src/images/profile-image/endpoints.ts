// Handlers that upload and remove the caller's profile image.

import { profileImageEndpoints } from '@thirty/contracts/accounts/profile-api.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { stepContext } from '../../idempotency.ts'
import type { Parts } from '../../parts.ts'
import { storeUpload } from '../upload.ts'
import { changeProfileImage, profileImageFold } from './decide.ts'

export function profileImageHandlers({ commands, waitForProjections, images, command }: Parts): Endpoint[] {
  const { uploadProfileImage, removeProfileImage } = profileImageEndpoints
  return [
    endpoint(uploadProfileImage)(async (request) => {
      const { file: field } = uploadProfileImage
      const { name, context, paths } = await storeUpload(images, request, { field, use: 'profile' })
      const { position } = await commands.handle({
        ...profileImageFold,
        stream: `user-${request.caller.id}`,
        context: stepContext(context, 'show'),
        decide: (profile) => changeProfileImage(profile, name),
      })
      return { success: true, ...paths, ...(await waitForProjections(position)) }
    }),
    command(removeProfileImage, 'remove-profile-image', profileImageFold, ({ caller }) => ({
      stream: `user-${caller.id}`,
      decide: (profile) => changeProfileImage(profile, null),
    })),
  ]
}

import { pictureAddress, thumbnailOf } from '@thirty/contracts/rules/pictures.ts'
import type { UploadAnswer } from '@thirty/contracts/api/projects.ts'
import { callerOf } from '@thirty/infra/http/authentication.ts'
import { route } from '@thirty/infra/http/route.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import type { RequestHandler } from 'express'
import type { PictureNames } from '../picture-name.ts'
import { pictureFrom } from '../picture.ts'
import { fileOf, oneFile } from '../upload.ts'

const field = 'projectImage'

/** Takes a screenshot in: the multipart field `projectImage`. Nothing is decided, so nothing is said in the log. */
export function screenshotUpload({
  media,
  pictureNames,
}: {
  media: Pick<Media, 'put'>
  pictureNames: PictureNames
}): RequestHandler[] {
  return [
    ...oneFile(field),
    route({}, async ({ request, response }): Promise<UploadAnswer> => {
      const picture = await pictureFrom(fileOf(request, field, 'Screenshot is required'))
      const name = pictureNames.nameFor(callerOf(request).id)
      // The thumbnail first: a name that is known has both.
      await media.put(thumbnailOf(name), picture.small)
      await media.put(name, picture.whole)
      response.status(201)
      return {
        success: true,
        imageUrl: pictureAddress(name),
        thumbnailUrl: pictureAddress(thumbnailOf(name)),
      }
    }),
  ]
}

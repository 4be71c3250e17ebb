import { projectCalls } from '@thirty/contracts/calls/projects.ts'
import { pictureAddress, thumbnailOf } from '@thirty/contracts/rules/pictures.ts'
import { endpoint, type AskedFor, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import type { PictureNames } from '../picture-name.ts'
import { pictureFrom } from '../picture.ts'
import { fileOf, oneFile } from '../upload.ts'

type Deps = { media: Pick<Media, 'put'>; pictureNames: PictureNames }

/** Takes a screenshot in. Nothing is decided, so nothing is said in the log. */
export function screenshotUpload({ media, pictureNames }: Deps): Endpoint {
  const call = projectCalls.uploadScreenshot
  const upload = async ({ caller, request }: AskedFor<typeof call>) => {
    const picture = await pictureFrom(fileOf(request, call.file, 'Screenshot is required'))
    const name = pictureNames.nameFor(caller.id)
    // The thumbnail first: a name that is known has both.
    await media.put(thumbnailOf(name), picture.small)
    await media.put(name, picture.whole)
    return {
      success: true,
      imageUrl: pictureAddress(name),
      thumbnailUrl: pictureAddress(thumbnailOf(name)),
    } as const
  }
  return endpoint(call, oneFile(call.file))(upload)
}

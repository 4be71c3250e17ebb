import { projectCalls } from '@thirty/contracts/calls/projects.ts'
import { pictureAddress, thumbnailOf } from '@thirty/contracts/rules/pictures.ts'
import { endpoint, type AskedFor, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import { uploaderOf, type PictureRegister } from '../picture-register.ts'
import { pictureFrom } from '../picture.ts'
import { fileOf, oneFile } from '../upload.ts'

/** Takes a screenshot in. It waits for a project to show it. */
export function screenshotUpload({ pictures }: { pictures: Pick<PictureRegister, 'store'> }): Endpoint {
  const call = projectCalls.uploadScreenshot
  const upload = async (asked: AskedFor<typeof call>) => {
    const { id: user } = asked.caller
    const file = fileOf(asked.request, call.file, 'Screenshot is required')
    const asker = uploaderOf(asked, file, user, 'upload-screenshot')
    const name = await pictures.store(await pictureFrom(file), { user, use: 'screenshot', asker })
    return {
      success: true,
      imageUrl: pictureAddress(name),
      thumbnailUrl: pictureAddress(thumbnailOf(name)),
    } as const
  }
  return endpoint(call, oneFile(call.file))(upload)
}

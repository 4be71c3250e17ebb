import { projectEndpoints } from '@thirty/contracts/endpoints/projects/projects.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/rules/images.ts'
import { endpoint, type EndpointRequest, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { uploadContext, type ImageRegistry } from '../images/image-registry.ts'
import { convertScreenshot } from '../images/convert-image.ts'
import { uploadedFile, singleFileUpload } from '../images/upload.ts'

/** Takes a screenshot in. It waits for a project to show it. */
export function uploadScreenshotHandler({ images }: { images: Pick<ImageRegistry, 'store'> }): Endpoint {
  const call = projectEndpoints.uploadScreenshot
  const upload = async (asked: EndpointRequest<typeof call>) => {
    const { id: user } = asked.caller
    const file = uploadedFile(asked.request, call.file, 'Screenshot is required')
    const context = uploadContext(asked, file, user, 'upload-screenshot')
    const name = await images.store(await convertScreenshot(file), { user, use: 'screenshot', context })
    return {
      success: true,
      imageUrl: imagePath(name),
      thumbnailUrl: imagePath(thumbnailOf(name)),
    } as const
  }
  return endpoint(call, singleFileUpload(call.file))(upload)
}

import type {
  ProjectsResponse,
  SubmitProjectResponse,
  SubmitProjectRequest,
  UploadResponse,
} from '@thirty/contracts/api/projects/projects.ts'
import { get, send } from '../../shared/http/http.ts'
import { upload } from '../../shared/http/upload.ts'

export const uploadScreenshot = (
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<UploadResponse> => upload('/api/uploads/project-image', 'projectImage', file, options)

/** `key` stays the same over the tries of one submission. */
export const submitProject = (request: SubmitProjectRequest, key: string): Promise<SubmitProjectResponse> =>
  send('POST', '/api/projects', request, { idempotencyKey: key })

/** The days that the reader has already handed in. */
export const fetchSubmittedDays = async (signal: AbortSignal): Promise<ReadonlySet<number>> => {
  const { projects } = await get<ProjectsResponse>('/api/projects/my-projects?limit=100', { signal })
  return new Set(projects.map((project) => project.day))
}

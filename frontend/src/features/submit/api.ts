import type {
  ProjectsAnswer,
  SubmitProjectAnswer,
  SubmitProjectRequest,
  UploadAnswer,
} from '@thirty/contracts/api/projects.ts'
import { get, send } from '../../shared/http.ts'
import { upload } from '../../shared/http-upload.ts'

export const uploadScreenshot = (
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<UploadAnswer> => upload('/api/uploads/project-image', 'projectImage', file, options)

/** `key` stays the same over the tries of one submission. */
export const submitProject = (request: SubmitProjectRequest, key: string): Promise<SubmitProjectAnswer> =>
  send('POST', '/api/projects', request, { key })

/** The days that the reader has already handed in. */
export const daysHandedIn = async (signal: AbortSignal): Promise<ReadonlySet<number>> => {
  const { projects } = await get<ProjectsAnswer>('/api/projects/my-projects?limit=100', { signal })
  return new Set(projects.map((project) => project.day))
}

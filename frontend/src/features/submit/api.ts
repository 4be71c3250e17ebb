import type {
  SubmitProjectResponse,
  SubmitProjectRequest,
  UploadResponse,
} from '@thirty/contracts/api/projects/projects.ts'
import { request } from '../../shared/http/http.ts'
import { upload } from '../../shared/http/upload.ts'

export const uploadScreenshot = (
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<UploadResponse> =>
  upload('/api/uploads/project-image', file, { ...options, field: 'projectImage' })

/** Submits a project. Pass the same `idempotencyKey` when you retry. */
export const submitProject = (
  body: SubmitProjectRequest,
  idempotencyKey: string,
): Promise<SubmitProjectResponse> => request('POST', '/api/projects', { body, idempotencyKey })

/** Returns the days that the user has already submitted. */
export const fetchSubmittedDays = async (signal: AbortSignal): Promise<ReadonlySet<number>> => {
  const { projects } = await request('GET', '/api/projects/my-projects', { query: { limit: 100 }, signal })
  return new Set(projects.map((project) => project.day))
}

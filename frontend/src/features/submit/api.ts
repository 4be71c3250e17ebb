// The requests of the submission form.

import type { SubmitProjectRequest } from '@thirty/contracts/projects/api.ts'
import { request } from '../../shared/http/http.ts'
import { upload } from '../../shared/http/upload.ts'

export const uploadScreenshot = (
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => upload('/api/uploads/project-image', file, { ...options, field: 'projectImage' })

export const submitProject = (body: SubmitProjectRequest) => request('POST', '/api/projects', { body })

/** Replaces the content of a project that is not approved. A rejected one waits for a review again. */
export const reviseProject = (projectId: string, { day: _, ...body }: SubmitProjectRequest) =>
  request('PUT', '/api/projects/:projectId', { params: { projectId }, body })

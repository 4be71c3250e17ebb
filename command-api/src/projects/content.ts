import type { SubmitProjectRequest } from '@thirty/contracts/api/projects/projects.ts'
import type { ProjectContent } from '@thirty/contracts/events/project.ts'

/** What the log keeps of a request: the picture by its name in the media store. */
export function toProjectContent(request: Omit<SubmitProjectRequest, 'day'>): ProjectContent {
  const { projectName, description, languages, frameworks, liveLink, repoLink, imageUrl } = request
  return {
    projectName,
    description,
    languages,
    ...(frameworks && { frameworks }),
    liveLink,
    repoLink,
    image: imageUrl.replace('/uploads/', ''),
  }
}

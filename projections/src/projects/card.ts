import type { ProjectCard } from '@thirty/contracts/api/projects.ts'
import { pictureAddress, thumbnailOf } from '@thirty/contracts/rules/pictures.ts'
import { meanOf } from '@thirty/contracts/rules/points.ts'
import type { Owner, Project } from './view.ts'

/** Who looks at a card: that decides what it tells. */
export type Reader = { id: string; isAdmin: boolean }

/** The owner of a project whose account is gone. */
const nobody: Omit<Owner, 'email'> = {
  kind: 'owner',
  fullName: 'Deleted participant',
  username: null,
  picture: null,
}

export const averageRating = ({ ratings }: Project): number => meanOf(ratings.map(({ average }) => average))
export const ratingCount = ({ ratings }: Project): number => ratings.length

/**
 * A project as a reader may see it: the owner's e-mail address is for admins, the reason of a rejection for admins and
 * the owner.
 */
export function cardOf(id: string, project: Project, owner: Owner | undefined, reader: Reader): ProjectCard {
  const { content, day, status, at } = project
  const { fullName, username, picture } = owner ?? nobody
  const profileImage = pictureAddress(picture)
  const imageUrl = pictureAddress(content.image)
  const average = averageRating(project)
  const mayKnowWhy = reader.isAdmin || reader.id === project.owner
  return {
    _id: id,
    projectName: content.projectName,
    name: content.projectName,
    day,
    description: content.description,
    languages: content.languages,
    frameworks: content.frameworks ?? '',
    liveLink: content.liveLink,
    repoLink: content.repoLink,
    imageUrl,
    thumbnailUrl: thumbnailOf(imageUrl),
    screenshot: imageUrl,
    status,
    rejectionReason: mayKnowWhy ? project.reason : null,
    averageRating: average,
    currentRating: average,
    ratingCount: ratingCount(project),
    submissionDate: at,
    submittedDate: at,
    createdAt: at,
    submittedBy: fullName,
    submitterAvatar: profileImage,
    user: {
      _id: project.owner,
      fullName,
      username,
      profileImage,
      ...(reader.isAdmin && owner && { email: owner.email }),
    },
  }
}

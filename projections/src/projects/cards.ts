import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/rules/images.ts'
import { calculateMean } from '@thirty/contracts/rules/points.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { ownerDocumentId, type Owner, type Project, type ProjectsDocument } from './projection.ts'
import { isLiked, likedDocumentId, noReactions, type LikedProjects } from './reactions/reactions.ts'

/** Who looks at a card: that decides what it tells. */
export type Reader = { id: string; isAdmin: boolean }

/** Somebody whose account is gone. */
export const deletedOwner: Omit<Owner, 'email'> = {
  kind: 'owner',
  fullName: 'Deleted participant',
  username: null,
  picture: null,
}

export const averageRating = ({ ratings }: Project): number =>
  calculateMean(ratings.map(({ average }) => average))
export const ratingCount = ({ ratings }: Project): number => ratings.length

/** Who looks, and what is known about that: the project's owner, and whether the reader likes it (missing: no matter). */
export type CardContext = { reader: Reader; owner: Owner | undefined; isLiked?: boolean }

/**
 * A project as a reader may see it: the owner's e-mail address is for admins, the reason of a rejection for admins and
 * the owner.
 */
export function toProjectCard(
  id: string,
  project: Project,
  { reader, owner, isLiked }: CardContext,
): ProjectCard {
  const { content, day, status, at } = project
  const { fullName, username, picture } = owner ?? deletedOwner
  const profileImage = imagePath(picture)
  const imageUrl = imagePath(content.image)
  const average = averageRating(project)
  const { likes, comments, views } = project.figures ?? noReactions
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
    likes,
    comments,
    views,
    ...(isLiked !== undefined && { likedByMe: isLiked }),
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

export type StoredProject = { id: string; document: Project }

/** Puts owners to projects, and what the reader likes. */
export function cardLoader({ store, view }: { store: ReadModelStore; view: ReadModelKey }) {
  const owners = async (users: Iterable<string>): Promise<Map<string, Owner>> => {
    const ids = [...new Set(users)]
    const documents = await store.load<ProjectsDocument>(view, ids.map(ownerDocumentId))
    const known = new Map<string, Owner>()
    ids.forEach((id, at) => {
      const document = documents[at]
      if (document?.kind === 'owner') known.set(id, document)
    })
    return known
  }

  /** What somebody likes among the projects of some days. */
  const likedBy = async (user: string, days: ReadonlySet<number>): Promise<Map<number, LikedProjects>> => {
    const listed = [...days]
    const documents = await store.load<ProjectsDocument>(
      view,
      listed.map((day) => likedDocumentId(user, day)),
    )
    const known = new Map<number, LikedProjects>()
    listed.forEach((day, at) => {
      const document = documents[at]
      if (document?.kind === 'liked') known.set(day, document)
    })
    return known
  }

  return {
    owners,
    /** The cards of some projects, in their order. */
    of: async (found: readonly StoredProject[], reader: Reader): Promise<ProjectCard[]> => {
      const [known, liked] = await Promise.all([
        owners(found.map(({ document }) => document.owner)),
        likedBy(reader.id, new Set(found.map(({ document }) => document.day))),
      ])
      return found.map(({ id, document }) =>
        toProjectCard(id, document, {
          reader,
          owner: known.get(document.owner),
          isLiked: isLiked(liked.get(document.day), id, document),
        }),
      )
    },
  }
}

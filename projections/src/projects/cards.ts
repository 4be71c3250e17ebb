import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/rules/images.ts'
import { calculateMean } from '@thirty/contracts/rules/points.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { ownerDocumentId, type Owner, type Project, type ProjectsDocument } from './projection.ts'
import { isLiked, likedDocumentId, noReactions, type LikedProjects } from './reactions/reactions.ts'

/** The store, and the projects read model of a run in it. */
export type ProjectsSource = { store: ReadModelStore; readModel: ReadModelKey }

/** The user a card is made for; it decides what the card contains. */
export type Reader = { id: string; isAdmin: boolean }

/** Shown in place of the owner of a deleted account. */
export const deletedOwner: Omit<Owner, 'email'> = {
  kind: 'owner',
  fullName: 'Deleted participant',
  username: null,
  picture: null,
}

export const averageRating = ({ ratings }: Project): number =>
  calculateMean(ratings.map(({ average }) => average))
export const ratingCount = ({ ratings }: Project): number => ratings.length

/** `owner` is undefined for a deleted account. Without `isLiked` the card does not say whether the reader likes the project. */
export type CardContext = { reader: Reader; owner: Owner | undefined; isLiked?: boolean }

/**
 * Returns a project as its reader may see it: only admins see the owner's email address, only admins and the owner see
 * the reason of a rejection. All other fields of the submitted content are copied to the card.
 */
export function toProjectCard(
  id: string,
  project: Project,
  { reader, owner, isLiked: likedByMe }: CardContext,
): ProjectCard {
  const { content, day, status, at } = project
  const { image, frameworks = '', ...submittedFields } = content
  const { fullName, username, picture } = owner ?? deletedOwner
  const profileImage = imagePath(picture)
  const imageUrl = imagePath(image)
  const average = averageRating(project)
  const { likes, comments, views } = project.figures ?? noReactions
  const maySeeReason = reader.isAdmin || reader.id === project.owner
  return {
    ...submittedFields,
    _id: id,
    name: content.projectName,
    day,
    frameworks,
    imageUrl,
    thumbnailUrl: thumbnailOf(imageUrl),
    screenshot: imageUrl,
    status,
    rejectionReason: maySeeReason ? project.reason : null,
    averageRating: average,
    currentRating: average,
    ratingCount: ratingCount(project),
    likes,
    comments,
    views,
    ...(likedByMe !== undefined && { likedByMe }),
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

/** Loads what a card needs besides the project: its owner, and whether the reader likes it. */
export function cardLoader({ store, readModel }: ProjectsSource) {
  /** Returns the owners with these user ids; deleted accounts are missing. */
  const owners = async (userIds: Iterable<string>): Promise<Map<string, Owner>> => {
    const ids = [...new Set(userIds)]
    const documents = await store.load<ProjectsDocument>(readModel, ids.map(ownerDocumentId))
    const ownerById = new Map<string, Owner>()
    ids.forEach((id, index) => {
      const document = documents[index]
      if (document?.kind === 'owner') ownerById.set(id, document)
    })
    return ownerById
  }

  /** Returns the likes of a user for projects of some days, by day. */
  const likesOf = async (user: string, days: ReadonlySet<number>): Promise<Map<number, LikedProjects>> => {
    const dayList = [...days]
    const documents = await store.load<ProjectsDocument>(
      readModel,
      dayList.map((day) => likedDocumentId(user, day)),
    )
    const likesByDay = new Map<number, LikedProjects>()
    dayList.forEach((day, index) => {
      const document = documents[index]
      if (document?.kind === 'liked') likesByDay.set(day, document)
    })
    return likesByDay
  }

  return {
    owners,
    /** Returns the cards of these projects, in the same order. */
    cards: async (projects: readonly StoredProject[], reader: Reader): Promise<ProjectCard[]> => {
      const [ownerById, likesByDay] = await Promise.all([
        owners(projects.map(({ document }) => document.owner)),
        likesOf(reader.id, new Set(projects.map(({ document }) => document.day))),
      ])
      return projects.map(({ id, document }) =>
        toProjectCard(id, document, {
          reader,
          owner: ownerById.get(document.owner),
          isLiked: isLiked(likesByDay.get(document.day), id, document),
        }),
      )
    },
  }
}

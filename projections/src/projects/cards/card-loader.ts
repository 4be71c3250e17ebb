import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { toProjectCard, type Reader } from './project-card.ts'
import { isLiked, likedDocumentId, type LikedProjects } from '../reactions/reactions.ts'
import { ownerDocumentId, type Owner, type Project, type ProjectsDocument } from '../projection.ts'

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

import type { ProjectCard } from '@thirty/contracts/api/projects.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import { cardOf, type Reader } from './card.ts'
import { isLiked, likedDocument, type Liked } from './reactions.ts'
import { ownerDocument, type Owner, type Project, type ProjectsDocument } from './view.ts'

export type Found = { id: string; document: Project }

/** Puts owners to projects, and what the reader likes. */
export function cards({ store, view }: { store: ViewStore; view: ViewKey }) {
  const owners = async (users: Iterable<string>): Promise<Map<string, Owner>> => {
    const ids = [...new Set(users)]
    const documents = await store.load<ProjectsDocument>(view, ids.map(ownerDocument))
    const known = new Map<string, Owner>()
    ids.forEach((id, at) => {
      const document = documents[at]
      if (document?.kind === 'owner') known.set(id, document)
    })
    return known
  }

  /** What somebody likes among the projects of some days. */
  const likedBy = async (user: string, days: ReadonlySet<number>): Promise<Map<number, Liked>> => {
    const listed = [...days]
    const documents = await store.load<ProjectsDocument>(
      view,
      listed.map((day) => likedDocument(user, day)),
    )
    const known = new Map<number, Liked>()
    listed.forEach((day, at) => {
      const document = documents[at]
      if (document?.kind === 'liked') known.set(day, document)
    })
    return known
  }

  return {
    owners,
    /** The cards of some projects, in their order. */
    of: async (found: readonly Found[], reader: Reader): Promise<ProjectCard[]> => {
      const [known, liked] = await Promise.all([
        owners(found.map(({ document }) => document.owner)),
        likedBy(reader.id, new Set(found.map(({ document }) => document.day))),
      ])
      return found.map(({ id, document }) =>
        cardOf(id, document, {
          reader,
          owner: known.get(document.owner),
          isLiked: isLiked(liked.get(document.day), id, document),
        }),
      )
    },
  }
}

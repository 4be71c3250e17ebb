import type { ProjectCard } from '@thirty/contracts/api/projects.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import { cardOf, type Reader } from './card.ts'
import { ownerDocument, type Owner, type Project, type ProjectsDocument } from './view.ts'

export type Found = { id: string; document: Project }

/** Puts owners to projects. */
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

  return {
    owners,
    /** The cards of some projects, in their order. */
    of: async (found: readonly Found[], reader: Reader): Promise<ProjectCard[]> => {
      const known = await owners(found.map(({ document }) => document.owner))
      return found.map(({ id, document }) => cardOf(id, document, known.get(document.owner), reader))
    },
  }
}

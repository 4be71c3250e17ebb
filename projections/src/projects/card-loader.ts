// Loads projects, and what their cards need besides.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { ofKind } from '@thirty/contracts/of-kind.ts'
import { documentsById } from '../documents-by-id.ts'
import { peopleElsewhere } from '../deleted-people.ts'
import { ownerIds, ownerElsewhere, type CardOwner, type Owner } from './owner.ts'
import { toProjectCard, type Project, type Reader } from './project.ts'
import type { ProjectsDocument } from './projection.ts'
import { isLiked, likeDocumentId, type Like } from './reactions/reactions.ts'

/** The store, and the projects read model of a run in it. */
export type ProjectsSource = { store: ReadModelStore; readModel: ReadModelKey }

export type StoredProject = { id: string; document: Project }

/** Returns the projects with these ids by id, in the order of the ids, each once; withdrawn ones are missing. */
export async function projectsById(
  source: ProjectsSource,
  ids: Iterable<string>,
): Promise<Map<string, Project>> {
  const documents = await documentsById<ProjectsDocument>(source, ids)
  return new Map([...documents].flatMap(([id, found]) => (found.kind === 'project' ? [[id, found]] : [])))
}

export function cardLoader({ store, readModel }: ProjectsSource) {
  /** Returns the owners with these user ids; deleted accounts are missing. */
  const owners = async (userIds: Iterable<string>): Promise<Map<string, CardOwner>> => {
    const ids = [...new Set(userIds)]
    const documents = await documentsById<Owner>({ store, readModel }, ids.map(ownerIds.of))
    const ownerById = new Map<string, CardOwner>()
    for (const [id, owner] of documents) ownerById.set(ownerIds.subject(id), owner)
    const missing = ids.filter((id) => !ownerById.has(id))
    for (const id of await peopleElsewhere(store, missing)) ownerById.set(id, ownerElsewhere)
    return ownerById
  }

  const likesOf = async (user: string, projects: readonly StoredProject[]): Promise<(Like | undefined)[]> => {
    const ids = projects.map(({ id }) => likeDocumentId(id, user))
    const documents = await store.load<ProjectsDocument>(readModel, ids)
    return documents.map((document) => ofKind(document, 'like'))
  }

  return {
    owners,
    /** Returns the cards of these projects, in the same order. */
    cards: async (projects: readonly StoredProject[], reader: Reader): Promise<ProjectCard[]> => {
      const [ownerById, likes] = await Promise.all([
        owners(projects.map(({ document }) => document.owner)),
        likesOf(reader.id, projects),
      ])
      return projects.map(({ id, document }, index) =>
        toProjectCard(id, document, {
          reader,
          owner: ownerById.get(document.owner),
          isLiked: isLiked(likes[index], document),
        }),
      )
    },
  }
}

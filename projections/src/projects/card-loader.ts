// Loads projects, their owners and their cards.

import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { ofKind } from '@thirty/contracts/of-kind.ts'
import { documentsById, type Source } from '../document-reads.ts'
import { peopleElsewhere } from '../deleted-people.ts'
import { deletedOwner, ownerElsewhere, ownerIds, type CardOwner, type Owner } from './owner.ts'
import { toProjectCard, type Project, type Reader } from './project.ts'
import type { ProjectsDocument } from './projection.ts'
import { isLiked, likeDocumentId } from './reactions/reactions.ts'

export type StoredProject = { id: string; document: Project }

/** Returns the projects with these ids by id, in the order of the ids, each once; withdrawn ones are missing. */
export async function projectsById(source: Source, ids: Iterable<string>): Promise<Map<string, Project>> {
  const documents = await documentsById<ProjectsDocument>(source, ids)
  return new Map([...documents].flatMap(([id, found]) => (found.kind === 'project' ? [[id, found]] : [])))
}

/** Returns a project; `undefined` if it does not exist or was withdrawn. */
export const projectById = async (source: Source, id: string): Promise<Project | undefined> =>
  parseProjectId(id) && (await projectsById(source, [id])).get(id)

/** Returns the owners with these user ids, with stand-ins for those without an account. */
export async function ownersById(
  source: Source,
  userIds: Iterable<string>,
): Promise<(id: string) => CardOwner> {
  const ids = [...new Set(userIds)]
  const owners = await documentsById<Owner>(source, ids.map(ownerIds.of))
  const missing = ids.filter((id) => !owners.has(ownerIds.of(id)))
  const elsewhere = new Set(await peopleElsewhere(source.store, missing))
  return (id) => owners.get(ownerIds.of(id)) ?? (elsewhere.has(id) ? ownerElsewhere : deletedOwner)
}

/** Returns the cards of these projects, in the same order. */
export async function cardsOf(source: Source, projects: readonly StoredProject[], reader: Reader) {
  const owners = projects.map(({ document }) => document.owner)
  const likeIds = projects.map(({ id }) => likeDocumentId(id, reader.id))
  const [ownerOf, likes] = await Promise.all([
    ownersById(source, owners),
    source.store.load<ProjectsDocument>(source.readModel, likeIds),
  ])
  return projects.map(({ id, document }, index) =>
    toProjectCard(id, document, {
      reader,
      owner: ownerOf(document.owner),
      isLiked: isLiked(ofKind(likes[index], 'like'), document),
    }),
  )
}

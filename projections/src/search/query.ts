// Searches participants and projects. The words of the query find candidates, whose current data is then compared with the whole query.

import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import {
  searchEndpoints,
  type FoundProject,
  type SearchQuery,
  type SearchResponse,
} from '@thirty/contracts/operations/search-api.ts'
import { imagePath } from '@thirty/contracts/images/images.ts'
import { possibleProjectIds } from '@thirty/contracts/projects/project-id.ts'
import { normalizeForSearch, addressWord, splitWords } from '@thirty/contracts/user-texts/search-text.ts'
import type { PersonSummary } from '@thirty/contracts/accounts/person-summary-api.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { documentsById } from '../document-reads.ts'
import type { RunContext } from '../run-context.ts'
import type { ProjectSummary } from '../summaries.ts'

/** The fields of an account that a search reads. */
type Account = { fullName: string; username: string | null; email: string; picture: string | null }
type Person = Account & { id: string }

/** A query, and its words, normalised. */
type Query = { words: readonly string[]; text: string }

/** Limits of the work of one search. */
const maxQueryWords = 4
const maxPeople = 200
const maxProjects = 100
const maxOwners = 4

export const searchEndpoint = (context: RunContext): Endpoint =>
  endpoint(searchEndpoints.search)(searchQuery(context))

export function searchQuery(context: RunContext) {
  const { store, history, projectSummaries, personSummaries, readModels } = context
  const { people, projects } = readModels

  /** Returns the participants with these ids; admins and deleted accounts are missing. */
  const loadPersons = async (ids: readonly string[]): Promise<Person[]> => {
    const accounts = await documentsById<Account & { isAdmin: boolean }>({ store, readModel: people }, ids)
    return [...accounts].flatMap(([id, { fullName, username, email, picture, isAdmin }]) =>
      isAdmin ? [] : [{ id, fullName, username, email, picture }],
    )
  }

  const findPersonIds = (prefixes: readonly string[][]) =>
    store.search(people, 'all:name', { prefixes, limit: maxPeople })

  /** Finds people by their names first: many people share a part of their email address, and would hide a person with that name. */
  const findPersons = async (words: readonly string[]): Promise<Person[]> => {
    const ids = new Set(await findPersonIds(words.map((word) => [word])))
    if (ids.size < maxPeople)
      for (const id of await findPersonIds(words.map((word) => [word, addressWord(word)]))) ids.add(id)
    return loadPersons([...ids].slice(0, maxPeople))
  }

  /** Returns the ids of the newest projects with words of these prefixes in their name. */
  const findProjectIds = (words: readonly string[]) => {
    const prefixes = words.map((word) => [word])
    return store.search(projects, 'all', { prefixes, limit: maxProjects, reverse: true })
  }

  return async ({ query: { q, limit } }: { query: SearchQuery }): Promise<SearchResponse> => {
    const position = await context.positionOf('projects', 'people')
    const words = splitWords(q, maxQueryWords)
    if (words.length === 0) return { participants: [], projects: [], ...position }

    // One search after the other: each search takes a store some milliseconds.
    const found = await findPersons(words)
    const projectIds = new Set(await findProjectIds(words))
    // Projects with all words in their name come first; they may fill the answer.
    if (words.length > 1 && projectIds.size < limit)
      for (const word of words) for (const id of await findProjectIds([word])) projectIds.add(id)
    const query = { words, text: normalizeForSearch(q) }
    const matchingPeople = sortByRank(
      found,
      (person) => personRank(person, query),
      (left, right) => (nameOrder(left) < nameOrder(right) ? -1 : 1),
    )
    // One word of the query may name the project and another the participant.
    const owners = [...matchingPeople]
    if (owners.length === 0) for (const word of words) owners.push(...(await findPersons([word])))
    for (const { id } of owners.slice(0, maxOwners))
      for (const possible of possibleProjectIds(history, id)) projectIds.add(possible)
    const candidates = [...(await projectSummaries(projectIds)).values()]
    const persons = await loadPersons(candidates.map(({ owner }) => owner))
    const ownersById = new Map(persons.map((person) => [person.id, person]))
    const firstProjects = sortByRank(
      candidates,
      (project) => projectRank(project, ownersById.get(project.owner), query),
      (left, right) => (left.since > right.since ? -1 : 1),
    ).slice(0, limit)
    const ownerOf = await personSummaries(firstProjects.map(({ owner }) => owner))
    return {
      participants: matchingPeople
        .slice(0, limit)
        .map(({ id: _id, picture, ...person }) => ({ _id, ...person, profileImage: imagePath(picture) })),
      projects: firstProjects.map((project) => foundProject(project, ownerOf(project.owner))),
      ...position,
    }
  }
}

/** Returns the items that have a rank: rank 0 first, equal ranks in the order of `compare`. */
function sortByRank<Item>(
  items: readonly Item[],
  rankOf: (item: Item) => number | undefined,
  compare: (left: Item, right: Item) => number,
): Item[] {
  return items
    .map((item) => ({ item, rank: rankOf(item) ?? Infinity }))
    .filter(({ rank }) => rank < Infinity)
    .sort((left, right) => left.rank - right.rank || compare(left.item, right.item))
    .map(({ item }) => item)
}

const matchesPrefixes = (words: readonly string[], prefixes: readonly string[]): boolean =>
  prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)))

const personWords = ({ fullName, username, email }: Person): string[] =>
  splitWords(`${fullName} ${username ?? ''} ${email}`)

/** Returns a text that sorts people by name, and people with the same name by the words of their username and email address. */
const nameOrder = (person: Person): string => `${person.fullName}\n${personWords(person).join(' ')}`

function personRank(person: Person, { words, text }: Query): number | undefined {
  if (!matchesPrefixes(personWords(person), words)) return undefined
  const names = [person.fullName, person.username ?? '', person.email].map(normalizeForSearch)
  if (names.includes(text)) return 0
  return names.some((name) => name.startsWith(text)) ? 1 : 2
}

function projectRank({ title }: ProjectSummary, owner: Person | undefined, query: Query): number | undefined {
  const words = splitWords(title)
  if (!matchesPrefixes([...words, ...(owner === undefined ? [] : personWords(owner))], query.words))
    return undefined
  const name = normalizeForSearch(title)
  if (name === query.text) return 0
  if (name.startsWith(query.text)) return 1
  return matchesPrefixes(words, query.words) ? 2 : 3
}

function foundProject(
  { id: _id, title: projectName, day, status, thumbnail: thumbnailUrl, owner }: ProjectSummary,
  person: PersonSummary,
): FoundProject {
  const { username } = person
  const user = { _id: owner, ...nameAs('fullName', person), ...(username && { username }) }
  return { _id, projectName, day, status, thumbnailUrl, user }
}

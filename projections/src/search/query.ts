import { deletedPersonName } from '@thirty/contracts/rules/deleted-person.ts'
import type {
  FoundParticipant,
  FoundProject,
  SearchResponse,
  SearchQuery,
} from '@thirty/contracts/api/admin/search.ts'
import type { History } from '@thirty/contracts/rules/history.ts'
import { imagePath } from '@thirty/contracts/rules/images.ts'
import { normalizeForSearch } from '@thirty/contracts/rules/text/search-text.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { findByPrefix } from './prefix-search.ts'
import { splitWords } from './search-words.ts'
import {
  personDocumentId,
  personIndexes,
  userOfDocumentId,
  personIndexTexts,
  personWords,
  wordOfDocumentId,
  wordsIndex,
  type SearchablePerson,
  type SearchDocument,
  wordProjects,
  type WordDocument,
} from './projection.ts'
import { livePosition } from '../live-position.ts'
import { possibleProjectIds } from '@thirty/contracts/rules/streams/possible-project-ids.ts'

type Project = {
  id: string
  owner: string
  projectName: string
  day: number
  status: FoundProject['status']
  thumbnail: string | null
  position: string
}
type Person = SearchablePerson & { id: string }

export type SearchQueriesOptions = {
  store: ReadModelStore
  readModel: ReadModelKey
  history: History
  /** Returns the projects with these ids; withdrawn ones are missing. */
  loadProjects: (ids: readonly string[]) => Promise<Project[]>
  /** Returns what cards show of users; deleted accounts are missing. */
  findPeople: (users: Iterable<string>) => Promise<ReadonlyMap<string, FoundPerson>>
}

type FoundPerson = { fullName: string; username: string | null; picture: string | null }

export type SearchQueries = (query: SearchQuery) => Promise<SearchResponse>

/** Limits of the work of one search. */
const maxQueryWords = 4
const maxMatchingWords = 40
const maxPeople = 40
const maxProjects = 100
const maxOwners = 4

/**
 * Searches participants and projects. Sorted indexes return candidates, whose current data is then compared with the
 * query.
 */
export function searchQueries({
  store,
  readModel,
  history,
  loadProjects,
  findPeople,
}: SearchQueriesOptions): SearchQueries {
  const peopleByPrefix = async (prefix: string, indexes = personIndexes): Promise<Person[]> => {
    const found = await Promise.all(
      indexes.map((index, position) =>
        findByPrefix<SearchablePerson>(store, readModel, {
          index,
          prefix,
          limit: maxPeople,
          wordOf: ({ document }) => personIndexTexts(document)[position] ?? '',
        }),
      ),
    )
    const people = new Map<string, Person>()
    for (const { id, document } of found.flat()) people.set(id, { ...document, id: userOfDocumentId(id) })
    return [...people.values()]
  }

  /**
   * Returns the ids of the projects with a word of this prefix in their name, sorted by that word and the newest first
   * for each word.
   */
  const projectsByPrefix = async (prefix: string): Promise<string[]> => {
    const found = await findByPrefix<WordDocument>(store, readModel, {
      index: wordsIndex,
      prefix,
      limit: maxMatchingWords,
      wordOf: ({ id }) => wordOfDocumentId(id),
    })
    return found.flatMap(({ document }) => wordProjects(document).toReversed())
  }

  /** Finds people by their full name and by each word of the query. A person may be found several times. */
  const peopleByWords = async (queryWords: readonly string[]): Promise<Person[]> => {
    const found = await Promise.all([
      // The first index has all words of a person in one text, so that it can be searched by full name.
      peopleByPrefix(queryWords.join(' '), personIndexes.slice(0, 1)),
      ...queryWords.map((word) => peopleByPrefix(word)),
    ])
    return found.flat()
  }

  const ownersOf = async (found: readonly Project[]): Promise<Map<string, Person>> => {
    const ids = [...new Set(found.map(({ owner }) => owner))]
    const documents =
      ids.length === 0 ? [] : await store.load<SearchDocument>(readModel, ids.map(personDocumentId))
    const owners = new Map<string, Person>()
    ids.forEach((id, index) => {
      const document = documents[index]
      if (document?.kind === 'person') owners.set(id, { ...document, id })
    })
    return owners
  }

  /** Returns the ids of all projects that the first of these people may have. */
  const projectIdsOf = (people: readonly Person[]): string[] =>
    people.slice(0, maxOwners).flatMap(({ id }) => possibleProjectIds(history, id))

  return async ({ q, limit }) => {
    const position = await livePosition(store, readModel)
    const queryWords = splitWords(q, maxQueryWords)
    if (queryWords.length === 0) return { success: true, participants: [], projects: [], ...position }

    const [people, ...projectIdsByWord] = await Promise.all([
      peopleByWords(queryWords),
      ...queryWords.map(projectsByPrefix),
    ])
    const searchText = normalizeForSearch(q)
    const matchingPeople = sortByRank(
      [...new Map(people.map((person) => [person.id, person])).values()],
      (person) => personRank(person, queryWords, searchText),
      (left, right) => (left.fullName < right.fullName ? -1 : 1),
    )
    // One word of the query may name the project and another the participant.
    const owners = matchingPeople.length > 0 ? matchingPeople : people
    const ids = new Set([
      ...projectIdsByWord.flatMap((found) => found.slice(0, maxProjects)),
      ...projectIdsOf(owners),
    ])
    const candidates = await loadProjects([...ids])
    const ownersById = await ownersOf(candidates)
    const firstProjects = sortByRank(
      candidates,
      (project) => projectRank(project, ownersById.get(project.owner), queryWords, searchText),
      (left, right) => (left.position > right.position ? -1 : 1),
    ).slice(0, limit)
    const firstPeople = matchingPeople.slice(0, limit)
    const shown = await findPeople([
      ...firstPeople.map(({ id }) => id),
      ...firstProjects.map(({ owner }) => owner),
    ])
    return {
      success: true,
      participants: firstPeople.map((person) =>
        foundParticipant(person, shown.get(person.id)?.picture ?? null),
      ),
      projects: firstProjects.map((project) => foundProject(project, shown.get(project.owner))),
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
    .flatMap((item) => {
      const rank = rankOf(item)
      return rank === undefined ? [] : [{ item, rank }]
    })
    .sort((left, right) => left.rank - right.rank || compare(left.item, right.item))
    .map(({ item }) => item)
}

const matchesPrefixes = (words: readonly string[], prefixes: readonly string[]): boolean =>
  prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)))

function personRank(person: Person, queryWords: readonly string[], searchText: string): number | undefined {
  if (!matchesPrefixes(personWords(person), queryWords)) return undefined
  const names = [person.fullName, person.username ?? '', person.email].map(normalizeForSearch)
  if (names.includes(searchText)) return 0
  return names.some((name) => name.startsWith(searchText)) ? 1 : 2
}

function projectRank(
  { projectName }: Project,
  owner: Person | undefined,
  queryWords: readonly string[],
  searchText: string,
): number | undefined {
  const words = splitWords(projectName, Infinity)
  if (!matchesPrefixes([...words, ...(owner === undefined ? [] : personWords(owner))], queryWords))
    return undefined
  const name = normalizeForSearch(projectName)
  if (name === searchText) return 0
  if (name.startsWith(searchText)) return 1
  return matchesPrefixes(words, queryWords) ? 2 : 3
}

const foundParticipant = (
  { id, fullName, username, email }: Person,
  profileImage: string | null,
): FoundParticipant => ({
  _id: id,
  fullName,
  username,
  email,
  profileImage: imagePath(profileImage),
})

const foundProject = (
  { id, projectName, day, status, thumbnail, owner }: Project,
  person: FoundPerson | undefined,
): FoundProject => ({
  _id: id,
  projectName,
  day,
  status,
  thumbnailUrl: thumbnail,
  user: {
    _id: owner,
    fullName: person?.fullName ?? deletedPersonName,
    ...(person?.username && { username: person.username }),
  },
})

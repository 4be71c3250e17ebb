import type {
  FoundParticipant,
  FoundProject,
  SearchResponse,
  SearchQuery,
} from '@thirty/contracts/api/admin/search.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { imagePath } from '@thirty/contracts/rules/images.ts'
import { projectId } from '@thirty/contracts/rules/streams/project-id.ts'
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
  projectIds,
  wordOfDocumentId,
  wordsIndex,
  type SearchablePerson,
  type SearchDocument,
  type WordDocument,
} from './projection.ts'

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
  run: number
  /** The projects with these ids that are there. */
  loadProjects: (ids: readonly string[]) => Promise<Project[]>
  /** Pictures of people; those who are gone are missing. */
  loadProfileImages: (users: Iterable<string>) => Promise<ReadonlyMap<string, { picture: string | null }>>
}

export type SearchQueries = (query: SearchQuery) => Promise<SearchResponse>

/** What bounds the work of one search, however much there is: words, people and projects that are looked at. */
const mostAsked = 4
const mostWords = 40
const mostPeople = 40
const mostProjects = 100
const mostOwners = 4

/** Looks for participants and projects. Candidates come from sorted indexes; whether they are meant is seen at themselves. */
export function searchQueries({
  store,
  readModel: view,
  run,
  loadProjects: projects,
  loadProfileImages: pictures,
}: SearchQueriesOptions): SearchQueries {
  const peopleBeginning = async (beginning: string, indexes = personIndexes): Promise<Person[]> => {
    const found = await Promise.all(
      indexes.map((index, at) =>
        findByPrefix<SearchablePerson>(store, view, {
          index,
          prefix: beginning,
          limit: mostPeople,
          wordOf: ({ document }) => personIndexTexts(document)[at] ?? '',
        }),
      ),
    )
    const people = new Map<string, Person>()
    for (const { id, document } of found.flat()) people.set(id, { ...document, id: userOfDocumentId(id) })
    return [...people.values()]
  }

  /** Ids of projects in whose name a word begins so: those of the very word first, and of each word the newest. */
  const projectsBeginning = async (beginning: string): Promise<string[]> => {
    const found = await findByPrefix<WordDocument>(store, view, {
      index: wordsIndex,
      prefix: beginning,
      limit: mostWords,
      wordOf: ({ id }) => wordOfDocumentId(id),
    })
    return found.flatMap(({ document }) => projectIds(document).reverse())
  }

  const ownersOf = async (found: readonly Project[]): Promise<Map<string, Person>> => {
    const ids = [...new Set(found.map(({ owner }) => owner))]
    const documents =
      ids.length === 0 ? [] : await store.load<SearchDocument>(view, ids.map(personDocumentId))
    const owners = new Map<string, Person>()
    ids.forEach((id, at) => {
      const document = documents[at]
      if (document?.kind === 'person') owners.set(id, { ...document, id })
    })
    return owners
  }

  const allOf = (people: readonly Person[]): string[] =>
    people
      .slice(0, mostOwners)
      .flatMap(({ id: user }) =>
        Array.from({ length: totalDays }, (_, at) => projectId({ run, day: at + 1, user })),
      )

  return async ({ q, limit }) => {
    const position = (await store.checkpoint(view)).toString()
    const asked = splitWords(q, mostAsked)
    const [longest] = asked.toSorted((one, other) => other.length - one.length)
    if (longest === undefined) return { success: true, participants: [], projects: [], position }

    const [people, ...named] = await Promise.all([
      // All words one after the other stand in the first index, as whole names begin.
      Promise.all([
        peopleBeginning(asked.join(' '), personIndexes.slice(0, 1)),
        ...asked.map((word) => peopleBeginning(word)),
      ]).then((found) => found.flat()),
      ...asked.map(projectsBeginning),
    ])
    const wanted = normalizeForSearch(q)
    const meant = best(
      [...new Map(people.map((person) => [person.id, person])).values()],
      (person) => personRank(person, asked, wanted),
      (one, other) => (one.fullName < other.fullName ? -1 : 1),
    )
    // With two words one may be the project's and the other the participant's.
    const owners = meant.length > 0 ? meant : people
    const ids = new Set([...named.flatMap((some) => some.slice(0, mostProjects)), ...allOf(owners)])
    const candidates = await projects([...ids])
    const known = await ownersOf(candidates)
    const found = best(
      candidates,
      (project) => projectRank(project, known.get(project.owner), asked, wanted),
      (one, other) => (one.position > other.position ? -1 : 1),
    ).slice(0, limit)
    const shown = meant.slice(0, limit)
    const faces = await pictures(shown.map(({ id }) => id))
    return {
      success: true,
      participants: shown.map((person) => participantOf(person, faces.get(person.id)?.picture ?? null)),
      projects: found.map((project) => shownProject(project, known.get(project.owner))),
      position,
    }
  }
}

/** What is meant, the best first; what ranks alike in a given order. Rank 0 is best; without a rank it is not meant. */
function best<Thing>(
  things: readonly Thing[],
  rankOf: (thing: Thing) => number | undefined,
  compare: (one: Thing, other: Thing) => number,
): Thing[] {
  return things
    .flatMap((thing) => {
      const rank = rankOf(thing)
      return rank === undefined ? [] : [{ thing, rank }]
    })
    .sort((one, other) => one.rank - other.rank || compare(one.thing, other.thing))
    .map(({ thing }) => thing)
}

const begin = (words: readonly string[], asked: readonly string[]): boolean =>
  asked.every((beginning) => words.some((word) => word.startsWith(beginning)))

function personRank(person: Person, asked: readonly string[], wanted: string): number | undefined {
  if (!begin(personWords(person), asked)) return undefined
  const names = [person.fullName, person.username ?? '', person.email].map(normalizeForSearch)
  if (names.includes(wanted)) return 0
  return names.some((name) => name.startsWith(wanted)) ? 1 : 2
}

function projectRank(
  { projectName }: Project,
  owner: Person | undefined,
  asked: readonly string[],
  wanted: string,
): number | undefined {
  const words = splitWords(projectName, Infinity)
  if (!begin([...words, ...(owner === undefined ? [] : personWords(owner))], asked)) return undefined
  const name = normalizeForSearch(projectName)
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  return begin(words, asked) ? 2 : 3
}

const participantOf = (
  { id, fullName, username, email }: Person,
  picture: string | null,
): FoundParticipant => ({
  _id: id,
  fullName,
  username,
  email,
  profileImage: imagePath(picture),
})

const shownProject = (
  { id, projectName, day, status, thumbnail, owner }: Project,
  person: Person | undefined,
): FoundProject => ({
  _id: id,
  projectName,
  day,
  status,
  thumbnailUrl: thumbnail,
  user: { _id: owner, fullName: person?.fullName ?? 'Deleted participant' },
})

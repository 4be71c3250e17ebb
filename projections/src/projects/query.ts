import type {
  ProjectCard,
  ProjectsResponse,
  ProjectsQuery,
  UserProjectsResponse,
} from '@thirty/contracts/api/projects/projects.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { projectId, parseProjectId } from '@thirty/contracts/rules/streams/project-id.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { encodeCursor, decodeCursorStart } from '../cursor.ts'
import { maxScanned, newestPage } from '../newest-first.ts'
import type { Reader } from './cards.ts'
import { cardLoader, type StoredProject } from './cards.ts'
import { ownerDocumentId, type Project, type ProjectsDocument } from './projection.ts'

export type ProjectQueriesOptions = { store: ReadModelStore; readModel: ReadModelKey; run: number }

export type ProjectQueries = {
  /** A project; `undefined` for one that does not exist, or was withdrawn. */
  project(id: string, reader: Reader): Promise<ProjectCard | undefined>
  /** All projects of the run. */
  all(query: ProjectsQuery, reader: Reader): Promise<ProjectsResponse>
  count(): Promise<number>
  /** The projects of one person. */
  ofUser(user: string, query: ProjectsQuery, reader: Reader): Promise<UserProjectsResponse>
  countOfUser(user: string): Promise<number>
  /** Whether somebody has an account, or left projects when it was deleted. */
  isKnownUser(user: string): Promise<boolean>
}

type Counts = ProjectsResponse['counts']

export function projectQueries({ store, readModel: view, run }: ProjectQueriesOptions): ProjectQueries {
  const { of: cardsOf } = cardLoader({ store, view })
  const position = async () => (await store.checkpoint(view)).toString()

  /** One project a day: the ids of somebody's projects can be worked out. */
  const foundOf = async (user: string): Promise<StoredProject[]> => {
    const ids = Array.from({ length: totalDays }, (_, at) => projectId({ run, day: at + 1, user }))
    const documents = await store.load<ProjectsDocument>(view, ids)
    return ids.flatMap((id, at) => {
      const document = documents[at]
      return document?.kind === 'project' ? [{ id, document }] : []
    })
  }

  const countsOf = async (query: ProjectsQuery): Promise<Counts> => {
    if (hasWords(query)) return countedIn(store, view, query)
    const [all, submitted, approved, rejected] = await Promise.all([
      store.count(view, indexOf({ day: query.day })),
      store.count(view, indexOf({ day: query.day, status: 'submitted' })),
      store.count(view, indexOf({ day: query.day, status: 'approved' })),
      store.count(view, indexOf({ day: query.day, status: 'rejected' })),
    ])
    return { all, submitted, approved, rejected }
  }

  return {
    project: async (id, reader) => {
      const [document] = parseProjectId(id) ? await store.load<ProjectsDocument>(view, [id]) : []
      if (document?.kind !== 'project') return undefined
      return (await cardsOf([{ id, document }], reader))[0]
    },
    all: async (query, reader) => {
      const at = await position()
      const [{ found, nextCursor }, counts] = await Promise.all([
        newestPage<Project>(store, view, {
          index: indexOf(query),
          momentOf,
          list: listName('all', query),
          limit: query.limit,
          cursor: query.cursor,
          ...(hasWords(query) && { keep: (project: Project) => isFound(project, query) }),
        }),
        countsOf(query),
      ])
      const projects = await cardsOf(found, reader)
      return { success: true, projects, counts, nextCursor, position: at }
    },
    count: () => store.count(view, 'all'),
    ofUser: async (user, query, reader) => {
      const at = await position()
      const own = await foundOf(user)
      const listed = own
        .filter(({ document }) => isFound(document, query))
        .sort((left, right) => (left.document.position < right.document.position ? -1 : 1))
      const shown = listed.filter(({ document }) => !query.status || document.status === query.status)
      const list = listName(user, query)
      const before = decodeCursorStart(list, query.cursor) ?? Infinity
      const left = shown.filter(({ document }) => Number(document.position) < before)
      const found = left.slice(-query.limit).reverse()
      const last = left.length > found.length ? found.at(-1)?.document : undefined
      return {
        success: true,
        projects: await cardsOf(found, reader),
        counts: countOf(listed.map(({ document }) => document)),
        ...filterOptions(own.map(({ document }) => document)),
        nextCursor: last ? encodeCursor(list, Number(last.position)) : null,
        position: at,
      }
    },
    countOfUser: async (user) => (await foundOf(user)).length,
    isKnownUser: async (user) =>
      (await store.load(view, [ownerDocumentId(user)]))[0] !== undefined || (await foundOf(user)).length > 0,
  }
}

/** The narrowest index in which all wanted projects stand. */
function indexOf({ day, status }: Pick<ProjectsQuery, 'day' | 'status'>): string {
  if (day === undefined) return status ?? 'all'
  return status === undefined ? `day:${day}` : `day:${day}:${status}`
}

const momentOf = ({ at, position }: Project) => ({ at, position })

const listName = (whose: string, { search = '', language = '', day, status }: ProjectsQuery): string =>
  JSON.stringify(['projects', whose, search, language, day, status])

const hasWords = ({ search, language }: ProjectsQuery): boolean => Boolean(search || language)

/** Whether a project is what a list looks for, whatever its status. */
function isFound({ content, day }: Project, { search = '', language = '', day: wanted }: ProjectsQuery) {
  if (wanted !== undefined && day !== wanted) return false
  if (!has(content.languages, language)) return false
  return has(content.projectName, search) || has(content.description, search)
}

const has = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted.toLowerCase())

/** Counts what is found among the newest, as far as a search looks at once. */
async function countedIn(store: ReadModelStore, view: ReadModelKey, query: ProjectsQuery): Promise<Counts> {
  const index = indexOf({ day: query.day })
  const { found, nextCursor } = await newestPage<Project>(store, view, {
    index,
    momentOf,
    list: index,
    limit: maxScanned,
    keep: (project) => isFound(project, query),
  })
  const counts = countOf(found.map(({ document }) => document))
  return nextCursor === null ? counts : { ...counts, atLeast: true }
}

function countOf(projects: readonly Project[]): Counts {
  const counts = { all: projects.length, submitted: 0, approved: 0, rejected: 0 }
  for (const { status } of projects) counts[status] += 1
  return counts
}

/** What there is to choose from in the filters of some projects: languages in the order of letters, days ascending. */
export function filterOptions(projects: readonly Project[]): { languages: string[]; days: number[] } {
  const languages = projects.flatMap(({ content }) => content.languages.split(',').map((text) => text.trim()))
  const inOrder = new Intl.Collator('en').compare
  return {
    languages: [...new Set(languages)].filter((text) => text !== '').sort(inOrder),
    days: [...new Set(projects.map(({ day }) => day))].sort((left, right) => left - right),
  }
}

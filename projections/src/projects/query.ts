// The queries of projects: a single project, pages of all projects and of one user's, and for other slices the submissions that no
// admin has reviewed, and summaries.

import type {
  AllProjectsQuery,
  ProjectResponse,
  ProjectsResponse,
  ProjectsQuery,
  UserProjectsResponse,
} from '@thirty/contracts/projects/api.ts'
import type { History } from '@thirty/contracts/challenge/history.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/images/images.ts'
import type { PageQuery } from '@thirty/contracts/endpoints/responses.ts'
import {
  encodeCursor,
  decodeCursorStart,
  documentsPage,
  scanDocuments,
  maxScanned,
  type Source,
} from '../document-reads.ts'
import { cardsOf, projectById, projectsById, type StoredProject } from './card-loader.ts'
import { ownerIds, ownersIndex, type Owner } from './owner.ts'
import { beginOfWait, indexNamesOf, matches, type Project, type Reader } from './project.ts'
import { noReactions } from './reactions/reactions.ts'
import { livePosition } from '../read-model-state.ts'
import { possibleProjectIds } from '@thirty/contracts/projects/project-id.ts'

type Counts = ProjectsResponse['counts']

export function projectQueries({ history, ...source }: Source & { history: History }) {
  const { store, readModel } = source

  /** Loads all projects of a user. Their ids can be computed, because a user has at most one project a day and run. */
  const loadProjectsOf = async (user: string): Promise<StoredProject[]> => {
    const projects = await projectsById(source, possibleProjectIds(history, user))
    return [...projects].map(([id, document]) => ({ id, document }))
  }

  /** Counts the projects that match a query by their status, whichever status it names. */
  const counts = async (query: Pick<ProjectsQuery, 'search' | 'language' | 'day'>): Promise<Counts> => {
    if (isTextSearch(query)) return countMatches(source, query)
    const indexes = [undefined, 'submitted', 'approved', 'rejected'] as const
    const [all = 0, submitted = 0, approved = 0, rejected = 0] = await Promise.all(
      indexes.map((status) => store.count(readModel, indexFor({ day: query.day, status }))),
    )
    return { all, submitted, approved, rejected }
  }

  return {
    /** Returns a project; `undefined` if it does not exist or was withdrawn. */
    project: async (id: string, reader: Reader): Promise<ProjectResponse | undefined> => {
      const positionBefore = await livePosition(store, readModel)
      const document = await projectById(source, id)
      if (document === undefined) return undefined
      const [project] = await cardsOf(source, [{ id, document }], reader)
      return project && { project, ...positionBefore }
    },
    all: async (query: AllProjectsQuery, reader: Reader): Promise<ProjectsResponse> => {
      const positionBefore = await livePosition(store, readModel)
      const [{ found, nextCursor }, matching] = await Promise.all([
        documentsPage<Project>(source, {
          ...orderOf(query),
          list: listName(query.sort ?? 'all', query),
          limit: query.limit,
          cursor: query.cursor,
          ...(isFiltered(query) && { keep: (project: Project) => matches(project, query) }),
        }),
        counts(query),
      ])
      const projects = await cardsOf(source, found, reader)
      return { projects, counts: matching, nextCursor, ...positionBefore }
    },
    counts,
    count: (): Promise<number> => store.count(readModel, 'all'),
    ofUser: async (user: string, query: ProjectsQuery, reader: Reader): Promise<UserProjectsResponse> => {
      const positionBefore = await livePosition(store, readModel)
      const own = await loadProjectsOf(user)
      const matching = own
        .filter(({ document }) => matches(document, query))
        .sort((left, right) => (left.document.position < right.document.position ? -1 : 1))
      const withStatus = matching.filter(({ document }) => !query.status || document.status === query.status)
      const list = listName(user, query)
      const before = decodeCursorStart(list, query.cursor) ?? Infinity
      const remaining = withStatus.filter(({ document }) => Number(document.position) < before)
      const page = remaining.slice(-query.limit).reverse()
      const last = remaining.length > page.length ? page.at(-1)?.document : undefined
      return {
        projects: await cardsOf(source, page, reader),
        counts: countByStatus(matching.map(({ document }) => document)),
        ...filterOptions(own.map(({ document }) => document)),
        nextCursor: last ? encodeCursor(list, Number(last.position)) : null,
        ...positionBefore,
      }
    },
    countOfUser: async (user: string): Promise<number> => (await loadProjectsOf(user)).length,
    /** Whether the user has an account, or had one and still has projects. */
    isKnownUser: async (user: string): Promise<boolean> =>
      (await store.load(readModel, [ownerIds.of(user)]))[0] !== undefined ||
      (await loadProjectsOf(user)).length > 0,
  }
}

/** Returns the smallest index that contains all projects of this day and status. */
const indexFor = ({ day, status }: Pick<ProjectsQuery, 'day' | 'status'>): string =>
  day === undefined ? (status ?? 'all') : indexNamesOf(day)[status ?? 'all']

/** The index of a sorted list: that of the waiting projects has all days. */
const orderOf = (query: AllProjectsQuery): { index: string; order: 'asc' | 'desc' } =>
  query.sort === 'waiting' ? { index: 'waiting', order: 'asc' } : { index: indexFor(query), order: 'desc' }

const isFiltered = (query: AllProjectsQuery): boolean =>
  isTextSearch(query) || (query.sort === 'waiting' && query.day !== undefined)

const listName = (scope: string, { search = '', language = '', day, status }: ProjectsQuery): string =>
  JSON.stringify(['projects', scope, search, language, day, status])

const isTextSearch = ({ search, language }: Pick<ProjectsQuery, 'search' | 'language'>): boolean =>
  Boolean(search || language)

/** Counts the matches among the newest `maxScanned` projects. */
async function countMatches(source: Source, query: Parameters<typeof matches>[1]): Promise<Counts> {
  const keep = (project: Project) => matches(project, query)
  const part = { index: indexFor({ day: query.day }), limit: maxScanned, keep }
  const { found, last } = await scanDocuments<Project>(source, part)
  const counts = countByStatus(found.map(({ document }) => document))
  return last ? { ...counts, atLeast: true } : counts
}

function countByStatus(projects: readonly Project[]): Counts {
  const counts = { all: projects.length, submitted: 0, approved: 0, rejected: 0 }
  for (const { status } of projects) counts[status] += 1
  return counts
}

/** Returns the filter choices for these projects: languages in alphabetical order, days ascending. */
function filterOptions(projects: readonly Project[]): { languages: string[]; days: number[] } {
  const languages = projects.flatMap(({ content }) => content.languages.split(',').map((text) => text.trim()))
  const alphabetically = new Intl.Collator('en').compare
  return {
    languages: [...new Set(languages)].filter((text) => text !== '').sort(alphabetically),
    days: [...new Set(projects.map(({ day }) => day))].sort((left, right) => left - right),
  }
}

const maxCounted = 100

export function pendingSubmissions(source: Source) {
  const { store, readModel } = source
  const index = 'submitted'
  return {
    count: (): Promise<number> => store.count(readModel, index),
    /**
     * Returns a page in the order of the first submissions, the oldest first. `at` (ISO time) and `position` (decimal text) say when the
     * project was submitted, or revised after a rejection. Refuses a cursor of another list as `malformed`.
     */
    page: async ({ limit, cursor }: PageQuery, reader: Reader) => {
      // Not by offsets: reviews remove submissions from the list between two pages.
      const oldestFirst = { index, order: 'asc', list: 'waiting submissions' } as const
      const { found, nextCursor } = await documentsPage<Project>(source, { ...oldestFirst, limit, cursor })
      const projects = await cardsOf(source, found, reader)
      return {
        waiting: projects.flatMap((project, row) => {
          const document = found[row]?.document
          if (document === undefined) return []
          const { at, position } = beginOfWait(document)
          return [{ project, at, position: BigInt(position).toString() }]
        }),
        nextCursor,
      }
    },
    /** Counts the unread submissions, by the position at which they began to wait, among the newest hundred. */
    countUnread: async (isUnread: (position: bigint) => boolean): Promise<number> => {
      const newestFirst = { offset: 0, limit: maxCounted, reverse: true }
      const newest = await store.range<Project>(readModel, index, newestFirst)
      return newest.filter(({ document }) => isUnread(BigInt(beginOfWait(document).position))).length
    },
  }
}

export function summaryQueries(source: Source) {
  return {
    /** Returns the projects with these ids, rejected ones included; withdrawn ones are missing. */
    projectSummaries: async (ids: Iterable<string>) => {
      const projects = await projectsById(source, ids)
      return new Map([...projects].map(([id, project]) => [id, toProjectSummary(id, project)]))
    },
    /** Returns the index of all users, or of the users with a status, by the number of their projects, then registration. */
    submissionsIndex: (status: Owner['status'] | undefined) => ({
      readModel: source.readModel,
      index: ownersIndex(status),
      userOf: ownerIds.subject,
    }),
    /**
     * Returns the most popular projects that are not rejected: by likes, then views, then the newest. Projects without
     * likes and views are left out.
     */
    popularProjects: async (limit: number) => {
      const range = { offset: 0, limit, reverse: true }
      const projects = await source.store.range<Project>(source.readModel, 'popular', range)
      return projects.map(({ id, document }) => toProjectSummary(id, document))
    },
  }
}

/** `since`: the sortable position of the submission. */
export function toProjectSummary(id: string, project: Project) {
  const { owner, content, day, status, position } = project
  const { likes, comments, views } = project.figures ?? noReactions
  return {
    id,
    owner,
    title: content.projectName,
    description: content.description,
    day,
    thumbnail: imagePath(thumbnailOf(content.image)),
    status,
    since: position,
    likes,
    comments,
    views,
  }
}

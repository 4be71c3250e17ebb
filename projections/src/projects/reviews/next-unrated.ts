import type { NextUnratedResponse } from '@thirty/contracts/api/admin/reviews.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { parseProjectId } from '@thirty/contracts/rules/streams/project-id.ts'
import type { ProjectsSource } from '../card-loader.ts'

/** Returns the ids of the projects that other people than this admin have open. */
export type FindOpenProjects = (admin: string) => Promise<ReadonlySet<string>>

export type NextUnrated = (query: {
  admin: string
  except: string | undefined
}) => Promise<NextUnratedResponse>

const index = 'unrated'

/**
 * Finds the project that has waited longest for its first official rating. With `except`, finds the project that follows it in
 * this order, continuing from the beginning after the end. The admin's own projects and projects that others have open are left out.
 */
export const nextUnrated =
  ({ store, readModel }: ProjectsSource, findOpenProjects: FindOpenProjects): NextUnrated =>
  async ({ admin, except }) => {
    const [open, exceptRank, unrated] = await Promise.all([
      findOpenProjects(admin),
      except === undefined ? undefined : store.rank(readModel, index, except),
      store.count(readModel, index),
    ])
    const start = exceptRank === undefined ? 0 : exceptRank + 1
    // One more than can be left out: projects that others have open, an own project for each day, and `except`.
    const limit = open.size + totalDays + 2
    const entries = await Promise.all([
      store.entries(readModel, index, { offset: start, limit }),
      start === 0 ? [] : store.entries(readModel, index, { offset: 0, limit: Math.min(start, limit) }),
    ])
    const ids = entries.flat().map(({ id }) => id)
    const isFree = (id: string) => id !== except && !open.has(id) && parseProjectId(id)?.user !== admin
    const next = ids.find(isFree) ?? null
    const before = next === null ? ids : ids.slice(0, ids.indexOf(next))
    return {
      success: true,
      projectId: next,
      unrated,
      open: before.filter((id) => open.has(id)).length,
    }
  }

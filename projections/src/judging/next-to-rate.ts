// Finds the project that an admin should rate next.

import type { NextUnratedResponse } from '@thirty/contracts/judging/statistics-api.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { compareEntries, type IndexPlace } from '@thirty/infra/read-models/read-models.ts'
import { entriesAfter, placeAfter, type Source } from '../document-reads.ts'
import { calibrationOf, loadCalibration } from './judged-projects.ts'
import { conflictsIds, type JudgedProject, conflictsOfIndex, givenIndex, queueIndex } from './documents.ts'

export type AskingAdmin = { id: string; session: string }

export type OpenProjects = {
  /** Returns the ids of the projects that other people than this admin have open. */
  ofOthers(admin: string): Promise<ReadonlySet<string>>
  /**
   * Shows for a moment that the project goes to this admin. Returns false if it has just gone to somebody else: two admins who ask at
   * the same time must not get the same one.
   */
  offer(admin: AskingAdmin, project: string): Promise<boolean>
}

const nobodyElse: OpenProjects = { ofOthers: async () => new Set(), offer: async () => true }

const sliceSize = 200
const firstPlace: IndexPlace = { score: 0, tiebreaker: '' }

type Wanted = { admin: AskingAdmin; except: string | undefined; wantedRatings: number }

/**
 * Finds the project that an admin should rate next: a calibration project that they have not rated; else, of the projects with fewer
 * official ratings than wanted, the least rated project that has waited longest. With `except`, the project that
 * follows it in this order, continuing from the beginning after the end. Left out are projects that the admin has rated, submitted or
 * has a conflict with, and projects that others have open. So the number of entries that it reads is limited by what is left out.
 */
export const nextToRate =
  (source: Source, openProjects: OpenProjects = nobodyElse) =>
  async ({ admin, except, wantedRatings }: Wanted): Promise<NextUnratedResponse> => {
    const { store, readModel } = source
    const [open, rated, conflicts, calibration, unrated] = await Promise.all([
      openProjects.ofOthers(admin.id),
      idsIn(givenIndex(admin.id)),
      idsIn(conflictsOfIndex(admin.id)),
      loadCalibration(source),
      store.countBetween(readModel, queueIndex, 0, wantedRatings - 1),
    ])
    const participants = new Set([...conflicts].map(conflictsIds.subject))
    const isForAdmin = (id: string): boolean => {
      const owner = parseProjectId(id)?.user
      return id !== except && !rated.has(id) && owner !== admin.id && !participants.has(owner ?? '')
    }
    const seenOpen = new Set<string>()
    const isFree = async (id: string): Promise<boolean> => {
      if (!isForAdmin(id)) return false
      if (!open.has(id) && (await openProjects.offer(admin, id))) return true
      seenOpen.add(id)
      return false
    }
    const found = (projectId: string | null) => ({ projectId, unrated, open: seenOpen.size })

    const toCalibrate = calibrationOf(calibration, admin.id).open.filter(isForAdmin)
    for (const id of toCalibrate) if (await isFree(id)) return found(id)
    // All admins rate these projects, so a project that other admins have open is better than none. The screen names
    // these admins.
    if (toCalibrate[0] !== undefined) return found(toCalibrate[0])

    const start = await placeBehind(except)
    for await (const id of queueFrom(start)) if (await isFree(id)) return found(id)
    if (start !== firstPlace)
      for await (const id of queueFrom(firstPlace, start)) if (await isFree(id)) return found(id)
    return found(null)

    async function idsIn(index: string): Promise<Set<string>> {
      const count = await store.count(readModel, index)
      const entries = await store.entries(readModel, index, { offset: 0, limit: count })
      return new Set(entries.map(({ id }) => id))
    }

    /** Returns the place behind a project that still needs ratings; the beginning for any other. */
    async function placeBehind(id: string | undefined): Promise<IndexPlace> {
      const rank = id === undefined ? undefined : await store.rank(readModel, queueIndex, id)
      if (rank === undefined || id === undefined) return firstPlace
      const [entry] = await store.entries(readModel, queueIndex, { offset: rank, limit: 1 })
      const [project] = await store.load<JudgedProject>(readModel, [id])
      const isDone = project?.official.some(({ rater }) => rater === admin.id) === true
      return entry === undefined || isDone || entry.id !== id ? firstPlace : placeAfter(entry)
    }

    /** Yields the ids of projects that need ratings, from a place on, up to another one. */
    async function* queueFrom(place: IndexPlace, end?: IndexPlace): AsyncGenerator<string> {
      for await (const entry of entriesAfter(source, queueIndex, { place, limit: sliceSize })) {
        const isAtEnd = end !== undefined && compareEntries(entry, { ...end, id: '' }) > 0
        if (entry.score >= wantedRatings || isAtEnd) return
        yield entry.id
      }
    }
  }

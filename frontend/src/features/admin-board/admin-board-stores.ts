import type { ProjectsResponse } from '@thirty/contracts/api/projects/projects.ts'
import type { SubmissionMessage } from '@thirty/contracts/live.ts'
import { createBoardStore } from '../../shared/leaderboard/board-store.ts'
import { createLiveStore } from '../../shared/live/live-store.ts'
import { isAfter } from '../../shared/live/position.ts'
import { fetchPendingSubmissions, fetchStatistics, pendingLimit } from './api.ts'
import type { LoadedStatistics } from './api.ts'

// The three parts of the screen load and fail independently.

/** The number of rows of the standings until more are shown. */
export const standingsLimit = 10

export const standingsStore = createBoardStore({ area: 'admin', pageSize: standingsLimit })

export const statisticsStore = createLiveStore<LoadedStatistics>({
  initialKey: undefined,
  load: ({ signal }) => fetchStatistics(signal),
  messages: {
    'statistics.changed': {
      // Projects and people have messages of their own, each with the positions of its read model.
      sequence: ({ statistics }) => ('users' in statistics ? 'people' : 'projects'),
      apply: (loaded, { statistics, position, epoch }) =>
        // The loaded position is the lower one of the two read models.
        loaded.position !== undefined &&
        isAfter({ position: loaded.position, epoch: loaded.epoch }, { position, epoch })
          ? loaded
          : { ...loaded, figures: { ...loaded.figures, ...statistics } },
    },
  },
})

/** The newest pending submissions. `counts.submitted` is the number of all. */
export const pendingSubmissionsStore = createLiveStore<ProjectsResponse>({
  initialKey: undefined,
  load: ({ signal }) => fetchPendingSubmissions(signal),
  messages: {
    'submission.received': { apply: applyMessage },
    'submission.changed': { apply: applyMessage },
    'challenge.changed': {
      sequence: () => 'challenge',
      // A new run begins without submissions.
      apply: (pending, _, reload) => {
        reload()
        return pending
      },
    },
  },
})

function applyMessage(
  pending: ProjectsResponse,
  { items }: SubmissionMessage,
  reload: () => void,
): ProjectsResponse {
  let { projects } = pending
  let count = pending.counts.submitted
  for (const { project, what } of items) {
    const others = projects.filter(({ _id }) => _id !== project._id)
    const wasListed = others.length < projects.length
    const isPending = what !== 'withdrawn' && project.status === 'submitted'
    if (!isPending) projects = others
    else if (wasListed) projects = projects.map((other) => (other._id === project._id ? project : other))
    else projects = [project, ...others]
    // Whether a submission that is not listed was pending before is known only for new ones.
    if (what === 'submitted' && !wasListed) count += 1
    else if (wasListed && !isPending) count -= 1
    else if (!wasListed) reload()
  }
  // A later submission moves up.
  if (projects.length < pending.projects.length && projects.length < count) reload()
  return {
    ...pending,
    projects: projects.slice(0, pendingLimit),
    counts: { ...pending.counts, submitted: count },
  }
}

const stores = [statisticsStore, pendingSubmissionsStore]

/** Loads all parts and applies live updates. Returns an unsubscribe function. */
export function followAdminBoard(): () => void {
  const unsubscribers = [standingsStore, ...stores].map((store) => store.follow())
  for (const store of stores) void store.load(undefined)
  return () => unsubscribers.forEach((unsubscribe) => unsubscribe())
}

/** Loads all parts again. The current data stays until the responses arrive, and if a request fails. */
export async function refreshAdminBoard(): Promise<void> {
  await Promise.all([standingsStore, ...stores].map((store) => store.refresh().catch(() => undefined)))
}

/** Pauses or resumes all parts. */
export function setAdminBoardPaused(paused: boolean): void {
  for (const store of [standingsStore, ...stores]) store.setPaused(paused)
}

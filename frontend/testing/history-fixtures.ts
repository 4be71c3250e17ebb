import type { Backup, HistoryStatus, RestorePreview } from '@thirty/contracts/backups/api.ts'

/** The backup that a reset made on day 17. */
export const beforeReset: Backup = {
  _id: 'before-reset',
  name: 'Before reset, autumn cohort',
  createdAt: '2025-11-18T21:04:00.000Z',
  automatic: true,
  imported: false,
  createdBy: { username: 'ines_duarte' },
  data: {
    statistics: { totalProjects: 1852, totalParticipants: 121, averagePoints: 116.84 },
    metadata: {
      run: 1,
      day: 17,
      challengePeriod: { start: '2025-11-02T00:00:00.000Z', end: '2025-12-02T00:00:00.000Z' },
    },
  },
}

/** A backup that the product made itself, of a challenge that was not started. */
export const weekly: Backup = {
  ...beforeReset,
  _id: 'weekly',
  name: 'Weekly backup 1',
  createdAt: '2025-11-09T06:00:00.000Z',
  createdBy: null,
  data: {
    statistics: { totalProjects: 687, totalParticipants: 102, averagePoints: 51 },
    metadata: { run: 1, day: 1, challengePeriod: null },
  },
}

/** Run 1 is shown. */
export const shownStatus: HistoryStatus = {
  run: 1,
  shownRun: 1,
  state: 'shown',
  done: '500',
  total: '500',
  since: null,
  failure: null,
}

/** Run 2 is being built, 45 percent. */
export const buildingStatus: HistoryStatus = {
  ...shownStatus,
  run: 2,
  state: 'building',
  done: '225',
  since: '2025-11-20T11:00:00.000Z',
}

export const statusResponse = (status: HistoryStatus) => ({ success: true, ...status })

/** A message to admins about the history, in the order of `position`. */
export const historyMessage = (status: HistoryStatus, position = '501') => ({
  position,
  epoch: 'e1',
  at: '2025-11-20T11:00:05.000Z',
  status,
})

const daysUpTo = (day: number) => Array.from({ length: 30 }, (_, index) => (index < day ? 100 : 0))
const period = beforeReset.data.metadata.challengePeriod

const amara = {
  id: 'amara',
  name: 'Amara Okafor',
  avatar: null,
  rankNow: 2,
  rankAfter: 1,
  pointsNow: 150,
  pointsAfter: 140,
}

/** The preview of `beforeReset` on day 19: two days are lost, and ranks change. */
export const preview: RestorePreview = {
  success: true,
  backup: beforeReset,
  now: {
    day: 19,
    totalProjects: 2041,
    totalParticipants: 128,
    averagePoints: 128.4,
    challengePeriod: period,
    days: daysUpTo(19),
    digest: 'now',
  },
  after: {
    day: 17,
    totalProjects: 1852,
    totalParticipants: 121,
    averagePoints: 116.8,
    challengePeriod: period,
    days: daysUpTo(17),
    digest: 'after',
  },
  appears: { projects: { total: 0, first: [] }, ratings: 0, participants: 0 },
  vanishes: {
    projects: {
      total: 3,
      first: [
        { _id: 'p1', projectName: 'Pulse', day: 19, owner: 'Chloé Bernard' },
        { _id: 'p2', projectName: 'Tally', day: 18, owner: 'Chloé Bernard' },
        { _id: 'p3', projectName: 'Applause', day: 18, owner: 'Oskar Nyström' },
      ],
    },
    ratings: 146,
    participants: 7,
  },
  top: [
    amara,
    {
      id: 'rafael',
      name: 'Rafael Souza',
      avatar: null,
      rankNow: null,
      rankAfter: 2,
      pointsNow: null,
      pointsAfter: 120.5,
    },
  ],
  moved: {
    total: 96,
    first: [amara],
  },
  position: '500',
  epoch: 'e1',
}

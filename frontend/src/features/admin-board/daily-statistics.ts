import type { StatCards } from '@thirty/contracts/api/admin/statistics.ts'

type PerDay = StatCards['perDay']

/** As many days as fit into the chart of a card. */
const maxDays = 11

const lastDays = (perDay: PerDay, today: number): PerDay =>
  perDay.filter(({ day }) => day <= today).slice(-maxDays)

/** Returns the number of projects on each of the last days, up to today. */
export const submissionsPerDay = (perDay: PerDay, today: number): number[] =>
  lastDays(perDay, today).map(({ approved, pending, rejected }) => approved + pending + rejected)

/** Returns the number of pending projects on each of the last days. */
export const pendingPerDay = (perDay: PerDay, today: number): number[] =>
  lastDays(perDay, today).map(({ pending }) => pending)

/** Formats a share: "75% of everyone"; undefined if it is unknown. */
export const formatActiveShare = (
  active: number | undefined,
  total: number | undefined,
): string | undefined =>
  active === undefined || !total ? undefined : `${Math.round((active / total) * 100)}% of everyone`

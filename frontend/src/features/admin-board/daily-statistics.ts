// What the cards and charts of the admin overview show of the statistics: figures of each day, and the share of active users.

import type { StatCards } from '@thirty/contracts/judging/statistics-api.ts'
import { t } from '../../shared/i18n/t.ts'

type PerDay = StatCards['perDay']

/** The chart of a card has room for this many days. */
const maxDays = 11

const lastDays = (perDay: PerDay, today: number): PerDay =>
  perDay.filter(({ day }) => day <= today).slice(-maxDays)

/** Returns the number of projects on each of the last days up to today. */
export const submissionsPerDay = (perDay: PerDay, today: number): number[] =>
  lastDays(perDay, today).map(({ approved, pending, rejected }) => approved + pending + rejected)

/** Returns the number of pending projects on each of the last days up to today. */
export const pendingPerDay = (perDay: PerDay, today: number): number[] =>
  lastDays(perDay, today).map(({ pending }) => pending)

/**
 * Returns the number of participants with a project of each day. Nobody has two projects of one day, so these are the
 * projects of any status.
 */
export const activePerDay = (perDay: PerDay): { day: number; active: number }[] =>
  perDay.map(({ day, approved, pending, rejected }) => ({ day, active: approved + pending + rejected }))

/** Formats the share of active users: "75% of everyone". Returns undefined if a count is missing or nobody has joined. */
export const formatActiveShare = (
  active: number | undefined,
  total: number | undefined,
): string | undefined =>
  active === undefined || !total
    ? undefined
    : t('adminBoard.activeShare', { percent: Math.round((active / total) * 100) })

import { rooms } from '@thirty/contracts/live.ts'
import type { Announcement } from '../gather.ts'
import type { StatisticsQueries } from './query.ts'

/** Admins hear the new figures after whatever changed them. */
export function statisticsNews(queries: StatisticsQueries) {
  const build = async () => ({ statistics: await queries.cards() })
  return (): readonly Announcement[] => [{ room: rooms.admins, message: 'statistics.changed', build }]
}

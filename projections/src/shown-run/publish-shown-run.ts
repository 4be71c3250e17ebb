import type { HistoryStatus } from '@thirty/contracts/api/admin/backups.ts'
import { rooms, type ServerMessages } from '@thirty/contracts/live.ts'
import type { LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import { publishChallenge, type ScheduledUpdatesOptions } from '../challenge/live.ts'
import { challengeProjection } from '../challenge/projection.ts'
import { livePosition } from '../live-position.ts'

/**
 * Tells the sockets of this process that another run is shown. Visitors are in the showcase room, all others in the
 * leaderboard room. The epoch of all messages is another one from now on, so a client that misses this one still loads again.
 * `isHidden`: a freeze hides from everybody but admins what changed, and that something did.
 */
export async function publishShownRun(
  options: ScheduledUpdatesOptions & { isHidden: boolean },
): Promise<void> {
  const { store, scheduler, isHidden } = options
  const live: LivePublisher<ServerMessages> = options.live
  const position = await livePosition(store, challengeProjection)
  const at = new Date(scheduler.now()).toISOString()
  for (const room of isHidden ? [rooms.admins] : [rooms.showcase, rooms.leaderboard])
    live.publish(room, 'news.missed', { ...position, at })
  if (!isHidden) await publishChallenge(options)
}

/** Tells the admins of this process how far the switch to another run is. */
export async function publishHistoryStatus(
  { store, live, scheduler }: Pick<ScheduledUpdatesOptions, 'store' | 'live' | 'scheduler'>,
  status: HistoryStatus,
): Promise<void> {
  const position = await livePosition(store, challengeProjection)
  const at = new Date(scheduler.now()).toISOString()
  live.publish(rooms.admins, 'history.changed', { status, ...position, at })
}

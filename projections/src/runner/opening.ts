import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { BuildKey, ViewStore } from '@thirty/infra/views/views.ts'
import type { Care } from './care.ts'
import type { Hold } from './hold.ts'
import { Lane, type Where } from './lane.ts'
import type { Projection } from '../projection.ts'

/** A view that is to be fed, and by what right. */
export type Wanted = { projection: Projection; hold?: Hold }

export type Opening = { log: EventLog; store: ViewStore; care: Care }

/**
 * Opens lanes where the views are. A view without a live build is built from the first event on, and so is one that is
 * ahead of the log, which then is another log or an older copy; its readers see it as it was until then.
 */
export async function openLanes(wanted: readonly Wanted[], opening: Opening): Promise<Lane[]> {
  const { log, store, care } = opening
  const found = await Promise.all(wanted.map(({ projection }) => store.live(projection.view)))
  const head = await log.head()
  return Promise.all(
    wanted.map(async ({ projection, hold }, at) => {
      const { view } = projection
      const live = found[at]
      if (live && live.checkpoint > head)
        care.report({ view: view.name, error: aheadOf(head, live), isParked: false })
      const where: Where =
        live && live.checkpoint <= head
          ? { ...live, isLive: true }
          : { build: await store.begin(view, hold?.lease), checkpoint: beginning, isLive: false }
      return new Lane({ projection, store, care, where, head, ...(hold && { hold }) })
    }),
  )
}

const aheadOf = (head: bigint, { checkpoint }: { build: BuildKey; checkpoint: bigint }): Error =>
  new Error(`It is built up to ${checkpoint} but the log ends at ${head}: it is built anew from this log.`)

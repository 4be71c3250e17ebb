import type { Clock } from '@thirty/infra/clock.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import type { Care } from './care.ts'
import type { Feeder } from './feeder.ts'
import { Leadership, type Leading } from './leadership.ts'
import { forgetOlderVersions } from './older-versions.ts'

export type SharingOptions = {
  store: ViewStore
  owner: string
  views: readonly ViewKey[]
  care: Care
  monotonic: Clock
  feeder: Feeder
  /** Opens lanes for what is led now. */
  feed(leading: readonly Leading[]): Promise<void>
  /** Hears when everything is fed that fell to this process at the start. */
  begin(): void
}

/** Milliseconds that builds of older versions are kept: time enough to go back to the release before. */
const keepOlderFor = 600_000

/** Feeds the share of the views that falls to this process, until it is stopped; then hands it over. */
export async function shareViews(options: SharingOptions): Promise<void> {
  const { store, owner, views, care, monotonic, feeder, feed, begin } = options
  const leadership = new Leadership({
    store,
    owner,
    views,
    care,
    monotonic,
    feed: async (leading) => {
      await feed(leading)
      for (const one of leading) void forgetOlder(one, options)
    },
    positionOf: ({ name }) => {
      const lane = feeder.lane(name)
      return lane?.isLive ? lane.position() : undefined
    },
    release: ({ name }) => feeder.release(feeder.lane(name)),
    drop: ({ name }) => feeder.drop(feeder.lane(name)),
  })
  void leadership.begun.then(begin)
  await leadership.run()
}

/** Now and then, for as long as the view is led from here: an older release may still be running at first. */
async function forgetOlder({ view, hold }: Leading, { store, owner, care }: SharingOptions): Promise<void> {
  const isLed = () => !care.isStopped() && hold?.isOver() !== true
  while (view.version > 1 && isLed()) {
    await care.pause(keepOlderFor)
    if (isLed()) await care.persist(() => forgetOlderVersions(store, view, owner))
  }
}

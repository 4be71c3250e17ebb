import { rooms } from '@thirty/contracts/live.ts'
import type { AnyLiveUpdate } from '../live-update.ts'
import type { DocumentChange, RegisteredProjection, UpdateChannel } from '../registered-projection.ts'
import { runEpoch } from '../shown-run/run-epochs.ts'
import { freezeDocumentId, publicChange, type RunReader } from './apart.ts'

/** What each kind of readers reads now, and the run in the epochs of what they receive. */
export type ShownViews = {
  views: Record<RunReader, { list: readonly RegisteredProjection[] }>
  epochNames: Record<RunReader, string>
}

export type AudienceUpdatesOptions = {
  shown(): ShownViews
  hasFreeze: boolean
  isFrozen(): Promise<boolean>
}

/**
 * Returns a projection whose live updates are for everybody, and during a freeze for everybody but admins, who receive their own. The
 * updates are those of the view that such readers have when an event was stored: a read model that goes on under another scoring finds
 * the leaderboard that they read (decisions, 0127).
 */
export function audienceUpdates(
  { projection, liveUpdates }: RegisteredProjection,
  { shown, hasFreeze, isFrozen }: AudienceUpdatesOptions,
): RegisteredProjection {
  if (liveUpdates === undefined) return { projection }

  const listedFor = (reader: RunReader) =>
    shown().views[reader].list.find((listed) => listed.projection.name === projection.name)

  const updatesFor = (reader: RunReader, change: DocumentChange): readonly AnyLiveUpdate[] => {
    if (change.id === freezeDocumentId) return []
    const view = shown().views[reader]
    const updates: readonly AnyLiveUpdate[] = listedFor(reader)?.liveUpdates?.(change) ?? []
    // A message that is built after its readers got another view would have figures of the one before. They load again anyway.
    return updates.map((update) =>
      'build' in update
        ? { ...update, build: () => (shown().views[reader] === view ? update.build() : undefined) }
        : update,
    )
  }

  const channelFor = (reader: RunReader) =>
    ({
      isPublished: () => listedFor(reader) !== undefined,
      liveUpdates: (change) => updatesFor(reader, change),
      // Messages that waited until their read model was not shown any more must not be taken for those of what is.
      epochOf: (epoch) =>
        listedFor(reader) === undefined ? epoch : runEpoch(epoch, shown().epochNames[reader]),
    }) satisfies UpdateChannel

  if (!hasFreeze)
    return {
      projection,
      ...channelFor('admins'),
      exceptRoom: async () => ((await isFrozen()) ? rooms.nonAdmins : undefined),
    }
  const forAdmins = channelFor('admins')
  return {
    projection,
    ...channelFor('everybody'),
    liveUpdates: (change) => {
      const seen = publicChange(change.before, change.after)
      return seen.before === seen.after ? [] : updatesFor('everybody', { ...change, ...seen })
    },
    exceptRoom: async () => ((await isFrozen()) ? rooms.admins : undefined),
    insiders: {
      ...forAdmins,
      isPublished: async () => forAdmins.isPublished() && (await isFrozen()),
      exceptRoom: async () => rooms.nonAdmins,
    },
  }
}

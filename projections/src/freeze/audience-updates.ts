// Which readers receive which live updates of a read model of a run: all the same one, or during a freeze of the leaderboard admins another
// one than everybody else.

import { rooms } from '@thirty/contracts/live/live.ts'
import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import type { DocumentChange, AnyLiveUpdate, RegisteredProjection } from '../registered-projection.ts'
import { runEpoch } from '../read-model-state.ts'
import { freezeDocumentId, publicChange, type RunReader } from './with-freeze.ts'

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
 * Returns the live updates of a projection. Without a freeze, one message goes to everybody. During a freeze there are two: one for admins,
 * one for all others. The updates come from the view that these readers have when an event was stored: a read model that continues under
 * another scoring finds the leaderboard that they read (decision 0127).
 */
export function audienceUpdates(
  { name }: ReadModelKey,
  { shown, hasFreeze, isFrozen }: AudienceUpdatesOptions,
): Omit<RegisteredProjection, 'projection'> {
  const listedFor = (reader: RunReader) =>
    shown().views[reader].list.find(({ projection }) => projection.name === name)

  const channelFor = (reader: RunReader, hiddenFrom: string) => ({
    isPublished: () => listedFor(reader) !== undefined,
    liveUpdates: (change: DocumentChange): readonly AnyLiveUpdate[] => {
      const seen = reader === 'admins' ? change : { ...change, ...publicChange(change.before, change.after) }
      if (change.id === freezeDocumentId || seen.before === seen.after) return []
      const view = shown().views[reader]
      const updates: readonly AnyLiveUpdate[] = listedFor(reader)?.liveUpdates?.(seen) ?? []
      // A message that is built after its readers got another view would have figures of the one before. They load again anyway.
      const isShown = () => shown().views[reader] === view
      return updates.map(({ build, unheard, ...update }) => ({
        ...update,
        ...(build && { build: (items, skipped) => (isShown() ? build(items, skipped) : undefined) }),
        ...(unheard && { unheard: () => (isShown() ? unheard() : undefined) }),
      }))
    },
    exceptRoom: async () => ((await isFrozen()) ? hiddenFrom : undefined),
    // Messages that waited until their read model was no longer shown must not pass for messages of the shown read
    // model.
    epochOf: (epoch: string) =>
      listedFor(reader) === undefined ? epoch : runEpoch(epoch, shown().epochNames[reader]),
  })

  const forAdmins = channelFor('admins', rooms.nonAdmins)
  if (!hasFreeze) return forAdmins
  const insiders = {
    ...forAdmins,
    isPublished: async () => forAdmins.isPublished() && (await isFrozen()),
    exceptRoom: async () => rooms.nonAdmins,
  }
  return { ...channelFor('everybody', rooms.admins), insiders }
}

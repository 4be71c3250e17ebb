import { rooms } from '@thirty/contracts/live.ts'
import type { ReadModelKey, ReadTarget } from '@thirty/infra/read-models/read-models.ts'
import type { DocumentChange, ProductProjection } from '../registered-projection.ts'
import { freezeDocumentId, publicChange, type RunReader } from './apart.ts'

export type AudienceUpdatesOptions = {
  isFrozen(readModel: ReadModelKey): Promise<boolean>
  /** Whether these read models are shown to such readers now. */
  isShownTo(reader: RunReader): boolean
  epochOf(reader: RunReader, epoch: string): string
  hasFreeze(readModel: ReadTarget): boolean
}

/**
 * Returns a registered projection whose live updates are for everybody, and during a freeze for everybody but admins, who receive their
 * own. `forAdmins` is the same projection with the updates of admins. A read model without hidden changes has no difference.
 */
export function audienceUpdates(
  { projection, liveUpdates }: ProductProjection,
  forAdmins: ProductProjection | undefined,
  { isFrozen, isShownTo, epochOf, hasFreeze }: AudienceUpdatesOptions,
): ProductProjection {
  if (liveUpdates === undefined) return { projection }
  if (!hasFreeze(projection))
    return {
      projection,
      liveUpdates,
      isPublished: () => isShownTo('admins'),
      exceptRoom: async () => ((await isFrozen(projection)) ? rooms.nonAdmins : undefined),
      epochOf: (epoch) => epochOf('admins', epoch),
    }
  return {
    projection,
    liveUpdates: (change) => {
      const shown = publicChange(change.before, change.after)
      return isOfFreeze(change) || shown.before === shown.after ? [] : liveUpdates({ ...change, ...shown })
    },
    isPublished: () => isShownTo('everybody'),
    exceptRoom: async () => ((await isFrozen(projection)) ? rooms.admins : undefined),
    epochOf: (epoch) => epochOf('everybody', epoch),
    insiders: {
      areApart: async () => isShownTo('admins') && (await isFrozen(projection)),
      liveUpdates: (change) => (isOfFreeze(change) ? [] : (forAdmins?.liveUpdates?.(change) ?? [])),
      exceptRoom: async () => rooms.nonAdmins,
      epochOf: (epoch) => epochOf('admins', epoch),
    },
  }
}

const isOfFreeze = ({ id }: DocumentChange): boolean => id === freezeDocumentId

// Joins the positions of several read models to the one position that readers receive.

import type { LiveBuild } from '@thirty/infra/read-models/read-models.ts'
import type { LivePosition } from '../live-position.ts'

/**
 * Returns the position of the first of several builds if no message that was sent before they were read is after it: `undefined` if another
 * one is farther, is missing, or was made from another copy of the log.
 */
export function joinedPosition(builds: readonly (LiveBuild | undefined)[]): LivePosition | undefined {
  const [first] = builds
  if (first === undefined) return undefined
  const { checkpoint, epoch } = first
  const isBehind = builds.some(
    (build) => build === undefined || build.epoch !== epoch || build.checkpoint > checkpoint,
  )
  return isBehind ? undefined : { position: checkpoint.toString(), epoch }
}

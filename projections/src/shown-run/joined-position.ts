// Joins the positions of several read models to the one position that readers are told.

import type { LiveBuild } from '@thirty/infra/read-models/read-models.ts'
import type { LivePosition } from '../live-position.ts'

type JoinedPositionOptions = {
  readBuilds(): Promise<readonly (LiveBuild | undefined)[]>
  /** Whether the position must not be told. */
  isHidden(): Promise<boolean>
}

/**
 * Returns the position of the first of several read models if no message that was sent before the call is after it: `undefined` if
 * it is hidden, or another one is farther, has no live build, or was made from another copy of the log. Calls that wait for the same
 * reading share it.
 */
export function joinedPosition({
  readBuilds,
  isHidden,
}: JoinedPositionOptions): () => Promise<LivePosition | undefined> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<LivePosition | undefined> | undefined
  const read = async (): Promise<LivePosition | undefined> => {
    next = undefined
    const builds = await readBuilds()
    const [first] = builds
    if (first === undefined) return undefined
    const { checkpoint, epoch } = first
    const isBehind = builds.some(
      (build) => build === undefined || build.epoch !== epoch || build.checkpoint > checkpoint,
    )
    // Asked after the builds: a position that was read before a freeze has nothing that it hides.
    return isBehind || (await isHidden()) ? undefined : { position: checkpoint.toString(), epoch }
  }
  return () => {
    // A reading that has begun may be older than the call.
    if (next === undefined) {
      next = running.then(read)
      running = next.catch(() => undefined)
    }
    return next
  }
}

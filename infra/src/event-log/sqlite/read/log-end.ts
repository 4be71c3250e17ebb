import { Wakeup } from '../../../scheduler.ts'
import { beginning } from '../../event-log.ts'

/** The position of the newest acknowledged event: readers go no further, and subscribers wait here. */
export function logEnd() {
  let position = Number(beginning)
  const changed = new Wakeup()
  return {
    position: () => position,
    /** Sets the position when the log is opened, and after each acknowledged event. Subscribers see it after the next `wake`. */
    moveTo(newest: number) {
      position = newest
    },
    /** Resolves all pending `waitForChange` calls. */
    wake: () => changed.notify(),
    /** Resolves at the next `wake`. */
    waitForChange: () => changed.wait(),
  }
}

export type LogEnd = ReturnType<typeof logEnd>

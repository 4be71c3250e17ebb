import type { Settle } from '@thirty/command-api/settle.ts'
import { afterwards } from './afterwards.ts'
import type { Ending } from './ending.ts'
import { openMedia } from './engines.ts'
import type { House } from './house.ts'
import { openMail } from './mail.ts'
import { openReadSide } from './read-side.ts'

/** How long an answer waits for the read models to show what the command did (decisions: one second). */
const settleWithin = 1_000

export type Core = Awaited<ReturnType<typeof openCore>>

/** Everything that outlives a request: log, read models, pictures, mail. Whoever opened it may serve. */
export async function openCore(house: House, ending: Ending) {
  const { log, live, models, progress, vitals, ready } = await openReadSide(house, ending)
  const media = await openMedia(house)
  ending.last(() => media.close())
  const mail = openMail(house)
  ending.last(mail.close)
  const { later, done } = afterwards(house.output)
  ending.last(done)
  await ready
  await vitals.look()

  const settle: Settle = async (position) => {
    const answer = { position: position.toString() }
    // Nobody is made to wait for what cannot come: the store is away, or nobody feeds any view.
    const isHopeless = vitals.isStoreAway() || vitals.late().length === models.projections.length
    const patience = isHopeless ? 0 : settleWithin
    if (await progress.reached(position, patience)) return answer
    house.metrics.pending.inc()
    return { ...answer, pending: true }
  }
  return { log, live, media, mail, later, models, settle, vitals }
}

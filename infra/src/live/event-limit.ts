import type { Clock } from '../clock.ts'
import type { SessionSocket } from './session-socket.ts'

const mostEvents = 100
const withinMs = 10_000

/** Ends a socket that sends more events than any screen of ours would. */
export function limitEvents(socket: SessionSocket, clock: Clock): void {
  let count = 0
  let since = clock()
  socket.use((_event, next) => {
    if (clock() - since > withinMs) {
      since = clock()
      count = 0
    }
    if (++count > mostEvents) socket.disconnect(true)
    else next()
  })
}

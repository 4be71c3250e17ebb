import { onServerDisconnect, reconnect } from '../shared/live/live-socket.ts'
import { startSession, useSession } from '../shared/session/session.ts'
import type { Session } from '../shared/session/session.ts'

/** Ties session and live line together: the line follows who is signed in, and a line cut by the server asks whether one still is. */
export function startApp(): void {
  useSession.subscribe(({ session }, before) => {
    if (session.kind !== 'checking' && person(session) !== person(before.session)) reconnect()
  })
  onServerDisconnect(() => void useSession.getState().check())
  startSession()
}

const person = (session: Session): string =>
  'user' in session ? `${session.kind} ${session.user._id}` : 'visitor'

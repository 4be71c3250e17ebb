import { onServerDisconnect, reconnect } from '../shared/live/live-socket.ts'
import { startSession, useSession } from '../shared/session/session.ts'
import type { Session } from '../shared/session/session.ts'

/**
 * Starts the session and connects it with the live socket: another user means a new connection, and a disconnect by the
 * server triggers a check of the session.
 */
export function startApp(): void {
  useSession.subscribe(({ session }, previous) => {
    if (session.kind !== 'checking' && identityOf(session) !== identityOf(previous.session)) reconnect()
  })
  onServerDisconnect(() => void useSession.getState().check())
  startSession()
}

const identityOf = (session: Session): string =>
  'user' in session ? `${session.kind} ${session.user._id}` : 'visitor'

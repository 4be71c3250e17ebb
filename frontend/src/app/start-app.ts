// What runs before the first rendering: the session, its link to the live socket, and the theme of the account on this device.

import { onServerDisconnect, reconnect } from '../shared/live/live-socket.ts'
import { onResync } from '../shared/live/resync.ts'
import { identityOf, isOtherPerson, startSession, useSession } from '../shared/session/session.ts'
import type { Session } from '../shared/session/stored-session.ts'
import { applyAccountTheme } from '../shared/preferences/theme.ts'

/**
 * Starts the session and links it to the live socket; `main.tsx` renders afterwards. The socket reconnects when the user changes. The
 * session is checked when the server disconnects the socket. Admins are checked again after the reconnect, because their role may have
 * changed. Also applies the theme of the account on this device whenever a session begins or is checked.
 */
export function startApp(): void {
  useSession.subscribe(({ session }, { session: previous }) => {
    if (session.kind !== 'checking' && !isSameUser(session, previous)) reconnect()
    // After the session store has removed what belonged to another user.
    if ('user' in session && session !== previous) queueMicrotask(() => applyAccountTheme(session.user))
  })
  onServerDisconnect(() => void useSession.getState().check())
  // The server disconnects an admin whose role changed. While the socket was away, it may have changed once more.
  onResync((kind) => {
    const { session, check } = useSession.getState()
    if (kind === 'now' && session.kind === 'admin') void check()
  })
  startSession()
}

function isSameUser(session: Session, previous: Session): boolean {
  // The socket has connected with the token that was checked.
  if (previous.kind === 'checking') return session.kind === previous.area && !isOtherPerson(previous, session)
  return identityOf(session) === identityOf(previous)
}

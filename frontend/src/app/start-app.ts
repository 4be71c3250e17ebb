// What runs before the first rendering: the session, its link to the live socket, and the theme of the account on this device.

import { onServerDisconnect, reconnect } from '../shared/live/live-socket.ts'
import { onResync } from '../shared/live/resync.ts'
import { isSameUser, startSession, useSession } from '../shared/session/session.ts'
import { applyAccountTheme } from '../shared/preferences/theme.ts'

/** Called once. The session is checked now, and whenever the server disconnects the socket, which reconnects when the user changes. */
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

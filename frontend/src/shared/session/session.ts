import type { MeResponse, OwnUser, SignedInResponse } from '@thirty/contracts/api/accounts/accounts.ts'
import { create } from 'zustand'
import { onTokenRefused, request } from '../http/http.ts'
import { RequestFailed } from '../http/request-failed.ts'
import { clearSession, isSessionKey, storedToken, storeSession, storeToken } from './session-storage.ts'
import type { Area } from './session-storage.ts'

/** Who is using this browser. `left` says how a visitor became one: never signed in, logged out, or cut off. */
export type Session =
  | { kind: 'checking' }
  | { kind: 'visitor'; lastSession: 'never' | 'logged-out' | 'ended' }
  | { kind: 'user'; user: OwnUser; stats?: MeResponse['stats'] }
  | { kind: 'admin'; user: OwnUser }

type SessionStore = {
  session: Session
  /** Asks the server who the stored tokens belong to: the user's first, then the admin's (specification, section 4). */
  check: () => Promise<void>
  /** Takes the answer of a log-in or sign-up. Whether an admin's log-in was an admin's is the form's to see to. */
  signIn: (area: Area, answer: Pick<SignedInResponse, 'user'>) => void
  /**
   * Does what ends the present token and answers the next one, such as a new password. Until it is done nobody takes the
   * end of the old token for the end of the session. Rejects as `change` does; then the session stays as it is.
   */
  replaceToken: <Answer extends { token: string }>(
    area: Area,
    change: () => Promise<Answer>,
  ) => Promise<Answer>
  /** Ends the session, here at once and at the server when it can be reached. */
  logOut: () => void
}

/** Counts what happened to the session, so that a slow check does not undo a log-in that overtook it. */
let happened = 0

/** The change of a token that is under way. */
let renewal: Promise<unknown> | undefined

export const useSession = create<SessionStore>((set, read) => ({
  session: { kind: 'checking' },
  check: async () => {
    let round = ++happened
    if (renewal !== undefined) {
      await renewal
      // Its end counts as well, and does not undo a check that waited for it.
      round = ++happened
    }
    const was = read().session.kind
    const tried = storedTokens()
    const session = (await checked('user')) ?? (await checked('admin'))
    if (round !== happened) return
    // Another tab got a token in the meantime, and that one must not be thrown away with those that failed.
    if (!session && storedTokens().join() !== tried.join()) return read().check()
    // A user token that no longer holds must not speak for an admin.
    if (session?.kind === 'admin') clearSession('user')
    if (session) return set({ session })
    clearAll()
    set({ session: { kind: 'visitor', lastSession: was === 'user' || was === 'admin' ? 'ended' : 'never' } })
  },
  signIn: (area, { user: { token, ...user } }) => {
    happened += 1
    clearAll()
    storeSession(area, token, user)
    set({ session: { kind: area, user } })
  },
  replaceToken: async (area, change) => {
    happened += 1
    const changing = change()
    const isOver = changing.then(
      () => undefined,
      () => undefined,
    )
    renewal = isOver
    try {
      const answer = await changing
      storeToken(area, answer.token)
      return answer
    } finally {
      happened += 1
      if (renewal === isOver) renewal = undefined
    }
  },
  logOut: () => {
    happened += 1
    const tokens = storedTokens()
    clearAll()
    set({ session: { kind: 'visitor', lastSession: 'logged-out' } })
    for (const token of tokens) void giveBack(token)
  },
}))

const storedTokens = (): string[] =>
  [storedToken('user'), storedToken('admin')].filter((token) => token !== undefined)

/** Tells the server that a token is not needed any more. Whether or not it hears of it, this browser has forgotten it. */
async function giveBack(token: string): Promise<void> {
  try {
    await request('POST', '/api/auth/logout', { token })
  } catch {
    // The token runs out by itself; whoever wants to be sure logs out everywhere.
  }
}

function clearAll(): void {
  clearSession('user')
  clearSession('admin')
}

async function checked(area: Area): Promise<Session | undefined> {
  const token = storedToken(area)
  if (token === undefined) return undefined
  const answer = await whoIs(token)
  if (!answer || (area === 'admin' && !answer.user.isAdmin)) return undefined
  // Another tab may have changed hands while the server was asked; its own check follows.
  if (storedToken(area) === token) storeSession(area, token, answer.user)
  return area === 'admin'
    ? { kind: 'admin', user: answer.user }
    : { kind: 'user', user: answer.user, stats: answer.stats }
}

/** Waits between the tries when the server is away: a restart must not log everybody out. In milliseconds. */
const patience = [500, 1500, 3000]

async function whoIs(token: string, waits = patience): Promise<MeResponse | undefined> {
  try {
    const answer = await request('GET', '/api/auth/me', { token })
    return answer.success && answer.user ? answer : undefined
  } catch (error) {
    const [wait, ...later] = waits
    const away = error instanceof RequestFailed && (error.status === 0 || error.status >= 500)
    if (!away || wait === undefined) return undefined
    await new Promise((resolve) => setTimeout(resolve, wait))
    return whoIs(token, later)
  }
}

/** Starts the session: checks once, and again when another tab changes it or the server refuses the token. Returns the way out. */
export function startSession(): () => void {
  const check = () => void useSession.getState().check()
  const onStorage = (event: StorageEvent) => isSessionKey(event.key) && check()
  const stopListening = onTokenRefused(check)
  window.addEventListener('storage', onStorage)
  check()
  return () => {
    stopListening()
    window.removeEventListener('storage', onStorage)
  }
}

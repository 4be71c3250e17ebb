// The session of this browser, which screens follow with `useSession`: who is signed in, sign-in, logout, when the stored token is checked and
// whether the server still accepts it, and what is removed for the next user.

import type { MeResponse, OwnUser, SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { create } from 'zustand'
import { onSessionRefused, request } from '../http/http.ts'
import { RequestFailed } from '../http/request-failed.ts'
import { syncAccountLanguage } from './language.ts'
import { clearUserData } from '../storage/user-change.ts'
import { forgetAccountTheme } from '../preferences/theme.ts'
import {
  clearSession,
  deviceStorage,
  isSessionKey,
  sessionAreas,
  storedArea,
  storedPerson,
  storedToken,
  storedTokens,
  storeSession,
  storeToken,
  tabStorage,
  type SessionArea,
} from '../storage/browser-storage.ts'

/** The session of this browser. `lastSession` says how a visitor's previous session ended. */
export type Session =
  /**
   * `area` is where the stored token is valid, `personId` its owner, for whom the screens load data meanwhile. `isPending`: this browser
   * knows the owner as an admin who waits for approval. `role`: the last known role of an admin.
   */
  | {
      kind: 'checking'
      area: SessionArea
      personId?: string | undefined
      isPending?: boolean
      role?: AdminRole | undefined
    }
  | { kind: 'visitor'; lastSession: 'never' | 'logged-out' | 'ended' }
  | { kind: 'user'; user: OwnUser; stats?: MeResponse['stats'] }
  /** `needsTwoFactor`: set while the admin has to set up two-factor sign-in first. */
  | { kind: 'admin'; user: OwnUser; needsTwoFactor?: true | undefined }

/**
 * How a page starts: a stored token is checked first, and visitors have none. The build prerenders pages in the same way, with
 * a storage that is empty or has a token of a participant or an admin.
 */
const initialSession = ((): Session => {
  const area = storedArea()
  if (area === undefined) return { kind: 'visitor', lastSession: 'never' }
  const { _id: personId, isAdmin, status } = storedPerson(area) ?? {}
  return { kind: 'checking', area, personId, isPending: isAdmin === true && status === 'pending' }
})()

/** Returns whether the session is one of an admin, as far as that is known while it is checked. */
export const isAdminSession = (session: Session): boolean =>
  session.kind === 'admin' || (session.kind === 'checking' && session.area === 'admin')

type SessionStore = {
  session: Session
  /** Verifies the stored tokens with the server: the user's first, then the admin's. */
  check: () => Promise<void>
  /** Stores the response of a login or sign-up. The login form checks whether an admin logged in as one. */
  signIn: (area: SessionArea, response: Pick<SignedInResponse, 'user'>) => void
  /**
   * Sends a request that revokes the current token and returns a new one, such as a change of the password, and stores the new token.
   * Session checks wait until then, so that the revoked token does not end the session. Rejects as `change` does; the session stays.
   */
  replaceToken: <Response extends { token: string }>(change: () => Promise<Response>) => Promise<Response>
  /** Shows a change that the signed-in user has made to their own account, also in the other tabs. */
  changeUser: (change: Partial<OwnUser>) => void
  /** Ends the session: at once in this browser, and on the server if it can be reached. */
  logOut: () => void
}

/** Increases with every change of the session, so that a slow check does not undo a later login. */
let sessionVersion = 0

/** Emails and push messages have the language of the account, which a browser may know better. */
async function syncLanguage(user: OwnUser): Promise<void> {
  const language = await syncAccountLanguage(user)
  if (language !== undefined && ownUserId() === user._id) useSession.getState().changeUser({ language })
}

/** Checks wait until this resolves: when the pending `replaceToken` is done, or `holdChecks` has ended. */
let heldChecks: Promise<unknown> | undefined

/** Lets checks wait until `end` resolves. It must not reject. */
function holdUntil(end: Promise<unknown>): void {
  const held = Promise.all([heldChecks, end]).then(() => {
    if (heldChecks === held) heldChecks = undefined
  })
  heldChecks = held
}

/**
 * Lets session checks wait while a screen shows something only this once: the session that they find may show another screen.
 * Returns a function that ends this.
 */
export function holdChecks(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  holdUntil(promise)
  return resolve
}

/** Asks an unavailable server again. */
let recheckTimer: ReturnType<typeof setTimeout> | undefined

export const useSession = create<SessionStore>((set, get) => ({
  session: initialSession,
  check: async () => {
    if (heldChecks !== undefined) {
      await heldChecks
      return get().check()
    }
    const version = ++sessionVersion
    const { session: previous } = get()
    const owner = rememberedSession()
    // Another tab has logged somebody else in, whose token the requests carry from here on: none may be of the user before.
    if (owner && 'user' in previous && identityOf(owner) !== identityOf(previous)) set({ session: owner })
    const checkedTokens = storedTokens()
    const verifiedUser = await verifyStoredToken('user')
    const verified = verifiedUser === 'refused' ? await verifyStoredToken('admin') : verifiedUser
    if (version !== sessionVersion) return
    if (verified === 'unavailable') {
      // The token is kept: only a refusal by the server ends a session.
      set(({ session }) => ({ session: (session.kind === 'checking' && rememberedSession()) || session }))
      clearTimeout(recheckTimer)
      // The clients are spread over 5 s.
      recheckTimer = setTimeout(() => void get().check(), 10_000 + Math.random() * 5000)
      return
    }
    if (verified !== 'refused') {
      // A refused user token must not stay beside an admin session.
      if (verified.kind === 'admin') clearSession('user')
      set({ session: verified })
      return void syncLanguage(verified.user)
    }
    // Another tab has stored a new token meanwhile. It must not be cleared together with the refused ones.
    if (storedTokens().join() !== checkedTokens.join()) return get().check()
    sessionAreas.forEach(clearSession)
    // Also one of a token that was stored before the page was loaded.
    const hadSession = 'user' in previous || checkedTokens.join('') !== ''
    set({ session: { kind: 'visitor', lastSession: hadSession ? 'ended' : 'never' } })
  },
  signIn: (area, { user: { token, ...user } }) => {
    sessionVersion += 1
    sessionAreas.forEach(clearSession)
    storeSession(area, token, user)
    set({ session: { kind: area, user } })
    void syncLanguage(user)
  },
  replaceToken: async (change) => {
    sessionVersion += 1
    const area = isAdminSession(get().session) ? 'admin' : 'user'
    const pendingChange = change()
    holdUntil(Promise.allSettled([pendingChange]))
    try {
      const response = await pendingChange
      storeToken(area, response.token)
      return response
    } finally {
      sessionVersion += 1
    }
  },
  changeUser: (change) => {
    const { session } = get()
    if (session.kind !== 'user' && session.kind !== 'admin') return
    // A check that began before the change would show the account as it was.
    sessionVersion += 1
    const user = { ...session.user, ...change }
    const token = storedToken(session.kind)
    if (token !== undefined) storeSession(session.kind, token, user)
    set({ session: { ...session, user } })
  },
  logOut: () => {
    sessionVersion += 1
    const tokens = storedTokens()
    sessionAreas.forEach(clearSession)
    clearUserStorage()
    set({ session: { kind: 'visitor', lastSession: 'logged-out' } })
    // If that fails, it expires by itself, and the user can log out everywhere.
    for (const token of tokens) void request('POST', '/api/auth/logout', { token }).catch(() => undefined)
  },
}))

/** The session of a stored token, `refused` if the server accepts none, or `unavailable` if it cannot say. */
type Verified = Extract<Session, { user: OwnUser }> | 'refused' | 'unavailable'

/** Asks the server who the owner of the stored token of an area is. */
async function verifyStoredToken(area: SessionArea): Promise<Verified> {
  const token = storedToken(area)
  if (token === undefined) return 'refused'
  const response = await fetchMe(token)
  if (typeof response === 'string') return response
  const { user, needsTwoFactor, stats } = response
  if (area === 'admin' && !user.isAdmin) return 'refused'
  // Another tab may have replaced the token meanwhile, which starts another check.
  if (storedToken(area) === token) storeSession(area, token, user)
  return area === 'admin' ? { kind: area, user, needsTwoFactor } : { kind: area, user, stats }
}

/** Returns the session of the last visit, for a start while the server cannot be reached; undefined if its user is unknown. */
function rememberedSession(): Session | undefined {
  for (const area of sessionAreas) {
    const user = storedToken(area) === undefined ? undefined : storedPerson(area)
    if (user) return { kind: area, user }
  }
  return undefined
}

/**
 * Only a 401 says that the token is not valid. Other failures, such as 429 and 503, say nothing about it: it is asked again after each of
 * `delays`, in ms, because a restart of the server must not log users out.
 */
async function fetchMe(
  token: string,
  delays: readonly number[] = [500, 1500, 3000],
): Promise<MeResponse | 'refused' | 'unavailable'> {
  try {
    const response = await request('GET', '/api/auth/me', { token })
    return response.success && response.user ? response : 'unavailable'
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 401) return 'refused'
    const [delay, ...laterDelays] = delays
    if (delay === undefined) return 'unavailable'
    await new Promise((resolve) => setTimeout(resolve, delay))
    return fetchMe(token, laterDelays)
  }
}

/** Returns the id of the signed-in user, also while the stored token is checked; undefined for a visitor. */
export function ownUserId(): string | undefined {
  const { session } = useSession.getState()
  if (session.kind === 'checking') return storedPerson(session.area)?._id
  return 'user' in session ? session.user._id : undefined
}

/** Whether another person is signed in than the one whose stored token was being checked: another tab has replaced it. */
const isOtherPerson = (previous: Session, session: Session): boolean =>
  previous.kind === 'checking' &&
  previous.personId !== undefined &&
  'user' in session &&
  session.user._id !== previous.personId

/** Returns the user of a session and its area; undefined for a visitor, and while a stored token is checked. */
const identityOf = (session: Session): string | undefined =>
  'user' in session ? `${session.kind} ${session.user._id}` : undefined

/** Whether the socket, which has connected with the token that was checked, still belongs to the user. */
export function isSameUser(session: Session, previous: Session): boolean {
  if (previous.kind === 'checking') return session.kind === previous.area && !isOtherPerson(previous, session)
  return identityOf(session) === identityOf(previous)
}

// Nothing of one user may be shown to the next one in the same tab.
useSession.subscribe(({ session }, { session: previous }) => {
  // Screens load data also while the session is checked.
  const hasEnded =
    (previous.kind === 'checking' && session.kind === 'visitor') || isOtherPerson(previous, session)
  if (identityOf(session) === identityOf(previous) && !hasEnded) return
  if (identityOf(previous) !== undefined || hasEnded) clearUserData()
  if ('user' in session) claimUserStorage(session.user._id)
})

/**
 * Checks the session now, and again when another tab changes it or the server refuses the token. Returns an unsubscribe
 * function.
 */
export function startSession(): () => void {
  const { session, check } = useSession.getState()
  const onStorage = (event: StorageEvent) => isSessionKey(event.key) && void check()
  const stopListening = onSessionRefused((refused) => {
    const { session: current } = useSession.getState()
    // The token is not valid any more; or a second factor began to be required, or this admin has logged in without one.
    if (refused === 'token') void check()
    else if (current.kind === 'admin' && !current.needsTwoFactor)
      useSession.setState({ session: { ...current, needsTwoFactor: true } })
  })
  window.addEventListener('storage', onStorage)
  // The initial session has none: a prerendered page is the same for every role.
  const role = storedPerson('admin')?.role ?? undefined
  if (session.kind === 'checking' && session.area === 'admin')
    useSession.setState({ session: { ...session, role } })
  void check()
  return () => {
    stopListening()
    window.removeEventListener('storage', onStorage)
  }
}

/** Preferences of this browser. All other keys with the prefix `thirty-` belong to the user that is signed in. */
const preferenceKeys: readonly string[] = ['thirty-theme', 'thirty-single-keys', 'thirty-admin-sidebar']
/** Says whose data is stored. It stays when a session ends by itself, so that a draft survives until the next login. */
const ownerKey = 'thirty-owner'

const storages = [deviceStorage, tabStorage]

/** Removes everything that is stored for a user, such as drafts. Preferences of the browser and the session stay. */
export const clearUserStorage = (): void => storages.forEach(clearStorage)

/** Marks what is stored from now on as the data of a user, and removes the data of another one. */
export function claimUserStorage(userId: string): void {
  for (const storage of storages) {
    const owner = storage.get(ownerKey)
    if (owner === userId) continue
    if (owner !== undefined) clearStorage(storage)
    storage.set(ownerKey, userId)
  }
}

function clearStorage(storage: (typeof storages)[number]): void {
  if (storage === deviceStorage) forgetAccountTheme()
  for (const key of storage.keys())
    if (key.startsWith('thirty-') && !preferenceKeys.includes(key)) storage.remove(key)
}

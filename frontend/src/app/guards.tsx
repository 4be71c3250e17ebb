// The guards of the routes: who passes each, and which screen the others get. `routes.tsx` says around which screens a guard stands.

import { lazy, Suspense } from 'react'
import {
  Navigate,
  Outlet,
  useFromHere,
  useLocation,
  useMatch,
  requestedPath,
  paths,
} from '../shared/navigation/router.ts'
import { isAdminSession, useSession, type Session } from '../shared/session/session.ts'
import { PageLoader } from '../shared/ui/brand/logo.tsx'

/** Returns the start page for a session. */
const homePath = (session: Session): string => {
  if (session.kind === 'admin') return paths.admin.leaderboard
  return session.kind === 'user' ? paths.dashboard : paths.landing
}

/** Leads to a login, and from there back to this page, unless the user has logged out. */
const ToLogIn = ({ path }: { path: string }) => {
  const isLoggedOut = useSession(
    ({ session }) => session.kind === 'visitor' && session.lastSession === 'logged-out',
  )
  const fromHere = useFromHere()
  return <Navigate to={path} replace state={isLoggedOut ? null : fromHere} />
}

/**
 * Shows its routes to participants, also while their session is checked: the screens load their data meanwhile, and a token
 * that the server refuses ends the session. Redirects visitors to the login and admins to the admin area.
 */
export const UsersOnly = () => {
  const session = useSession((store) => store.session)
  if (session.kind === 'checking') return session.area === 'user' ? <Outlet /> : <PageLoader />
  if (session.kind === 'admin') return <Navigate to={paths.admin.leaderboard} replace />
  return session.kind === 'visitor' ? <ToLogIn path={paths.logIn} /> : <Outlet />
}

const PendingAdminScreen = lazy(async () => ({
  default: (await import('../features/admin-accounts/admin-account-screens.tsx')).PendingAdminScreen,
}))

const TwoFactorSetupScreen = lazy(async () => ({
  default: (await import('../features/admin-security/security-screens.tsx')).TwoFactorSetupScreen,
}))

/**
 * Shows its routes to admins whose account is not pending and who have the second factor that is required of them, also while
 * their session is checked; the others see one screen only. Redirects everyone else to the admin login.
 */
export const AdminsOnly = () => {
  const session = useSession((store) => store.session)
  if (session.kind === 'checking')
    return session.area === 'admin' && !session.isPending ? <Outlet /> : <PageLoader />
  if (session.kind !== 'admin') return <ToLogIn path={paths.admin.logIn} />
  const isPending = session.user.status === 'pending'
  if (!isPending && !session.needsTwoFactor) return <Outlet />
  return (
    <Suspense fallback={<PageLoader />}>
      {isPending ? <PendingAdminScreen /> : <TwoFactorSetupScreen />}
    </Suspense>
  )
}

/**
 * Shows its routes to participants as `UsersOnly` does, and to admins as `AdminsOnly` does. Of a project, somebody with a shared link
 * gets what is public: its ratings.
 */
export const MembersOnly = () => {
  const isAdmin = useSession(({ session }) => isAdminSession(session))
  const isNewcomer = useSession(
    ({ session }) => session.kind === 'visitor' && session.lastSession === 'never',
  )
  const projectId = useMatch(paths.project('*'))?.params['*']
  const fromHere = useFromHere()
  if (isNewcomer && projectId !== undefined)
    return <Navigate to={paths.projectRatings(projectId)} replace state={fromHere} />
  return isAdmin ? <AdminsOnly /> : <UsersOnly />
}

/** Shows login and sign-up to visitors; redirects signed-in users to the page they requested or to their start page. */
export const VisitorsOnly = () => {
  const session = useSession((store) => store.session)
  const requested = requestedPath(useLocation().state)
  if (session.kind === 'checking') return <PageLoader />
  if (session.kind === 'visitor') return <Outlet />
  const isAllowed =
    requested !== undefined && requested.startsWith(paths.admin.home) === (session.kind === 'admin')
  return <Navigate to={isAllowed ? requested : homePath(session)} replace />
}

/** Redirects unknown paths to the start page of the session. */
export const RedirectHome = () => {
  const session = useSession((store) => store.session)
  return session.kind === 'checking' ? <PageLoader /> : <Navigate to={homePath(session)} replace />
}

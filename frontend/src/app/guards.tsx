import { Navigate, Outlet, useLocation } from 'react-router-dom'
import type { Session } from '../shared/session/session.ts'
import { useSession } from '../shared/session/session.ts'
import { PageLoader } from '../shared/ui/feedback/page-loader.tsx'
import { paths } from './paths.ts'

/** Where a signed-in person is at home. */
const homeOf = (session: Session): string => {
  if (session.kind === 'admin') return paths.admin.leaderboard
  return session.kind === 'user' ? paths.dashboard : paths.landing
}

const Checking = () => <PageLoader text="Checking your session" />

/** The page somebody wanted before being sent to log in, as the guards leave it in the history. A path of this site. */
const wantedPage = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
    ? state.from
    : undefined

const useThisPage = () => {
  const { pathname, search } = useLocation()
  return pathname + search
}

/** Lets participants in; visitors go to log in, admins to their own half. */
export const UsersOnly = () => {
  const session = useSession((store) => store.session)
  const from = useThisPage()
  if (session.kind === 'checking') return <Checking />
  if (session.kind === 'admin') return <Navigate to={paths.admin.leaderboard} replace />
  if (session.kind === 'visitor') {
    return (
      <Navigate to={paths.logIn} replace state={session.lastSession === 'logged-out' ? null : { from }} />
    )
  }
  return <Outlet />
}

/** Lets admins in; everybody else goes to the admin log-in. */
export const AdminsOnly = () => {
  const session = useSession((store) => store.session)
  const from = useThisPage()
  if (session.kind === 'checking') return <Checking />
  if (session.kind === 'admin') return <Outlet />
  const loggedOut = session.kind === 'visitor' && session.lastSession === 'logged-out'
  return <Navigate to={paths.admin.logIn} replace state={loggedOut ? null : { from }} />
}

/** Log-in and sign-up screens: who is signed in already goes on to the page they wanted, or home. */
export const VisitorsOnly = () => {
  const session = useSession((store) => store.session)
  const wanted = wantedPage(useLocation().state)
  if (session.kind === 'checking') return <Checking />
  if (session.kind === 'visitor') return <Outlet />
  const fits = wanted !== undefined && wanted.startsWith(paths.admin.home) === (session.kind === 'admin')
  return <Navigate to={fits ? wanted : homeOf(session)} replace />
}

/** Any other address: everybody goes home. */
export const RedirectHome = () => {
  const session = useSession((store) => store.session)
  return session.kind === 'checking' ? <Checking /> : <Navigate to={homeOf(session)} replace />
}

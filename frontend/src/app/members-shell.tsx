import { lazy, Suspense } from 'react'
import { isAdminSession, useSession } from '../shared/session/session.ts'
import { PageLoader } from '../shared/ui/feedback/page-loader.tsx'
import { ParticipantShell } from './participant-shell/participant-shell.tsx'

const AdminShell = lazy(async () => ({
  default: (await import('../features/admin-shell/screens.ts')).AdminShell,
}))

/** The frame of the screens of participants. Admins, who read some of them, keep the one of the admin area. */
export const MembersShell = () => {
  const isAdmin = useSession(({ session }) => isAdminSession(session))
  if (!isAdmin) return <ParticipantShell />
  return (
    <Suspense fallback={<PageLoader />}>
      <AdminShell />
    </Suspense>
  )
}

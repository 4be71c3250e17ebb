import { AdminAccountScreen } from '../features/profile/admin-account-screen.tsx'
import { ProfileScreen } from '../features/profile/profile-screen.tsx'
import { SessionsSection } from '../features/sessions/sessions-section.tsx'

/** The user's profile with the list of sessions, which is a separate feature. */
export const ProfilePage = () => <ProfileScreen sessions={<SessionsSection />} />

export const AdminAccountPage = () => <AdminAccountScreen sessions={<SessionsSection />} />

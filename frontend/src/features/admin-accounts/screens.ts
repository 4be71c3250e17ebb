// The screens of this feature are small, so they are loaded together.
export { AdminLogInScreen } from './admin-log-in-screen.tsx'
export { InvitationScreen } from './invitation-screen.tsx'
export { AdminSignUpScreen } from './admin-sign-up-screen.tsx'
export { PendingAdminScreen } from './pending-admin-screen.tsx'

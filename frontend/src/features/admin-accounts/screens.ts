// The screens of admins outside the admin area, for `app/screen-loaders.ts` and the guards. They are small, so they are loaded together.
export { AdminLogInScreen } from './admin-log-in-screen.tsx'
export { InvitationScreen } from './invitation-screen.tsx'
export { AdminSignUpScreen } from './admin-sign-up-screen.tsx'
export { PendingAdminScreen } from './pending-admin-screen.tsx'

// The screens of admins outside the admin area, for `app/screen-loaders.ts` and the guards. They are small, so they are loaded together.
export { AdminLogInScreen, PendingAdminScreen } from './admin-log-in-screens.tsx'
export { AdminSignUpScreen, InvitationScreen } from './admin-sign-up-screens.tsx'

// All screens of this feature, also the one for admins who forgot their password, for `app/screen-loaders.ts`. They are small, so they are
// loaded together.
export { AdminForgotPasswordScreen, ConfirmEmailScreen, UnsubscribeScreen } from './mailed-link-screens.tsx'
export { ForgotPasswordScreen, ResetPasswordScreen } from './mailed-link-screens.tsx'
export { LogInScreen, SignUpScreen } from './log-in-and-sign-up-screens.tsx'
export { SocialSecondStepScreen, SocialSignInCallbackScreen } from './log-in-and-sign-up-screens.tsx'

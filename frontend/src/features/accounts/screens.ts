// The screens of this feature are small, so they are loaded together.
export { ConfirmEmailScreen } from './confirm-email-screen.tsx'
export { AdminForgotPasswordScreen, ForgotPasswordScreen } from './forgot-password-screen.tsx'
export { LogInScreen } from './log-in-screen.tsx'
export { ResetPasswordScreen } from './reset-password-screen.tsx'
export { SignUpScreen } from './sign-up-screen.tsx'
export { SocialSecondStepScreen } from './social-second-step-screen.tsx'
export { SocialSignInCallbackScreen } from './social-sign-in-callback-screen.tsx'
export { UnsubscribeScreen } from './unsubscribe-screen.tsx'

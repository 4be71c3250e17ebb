// Both screens of this feature, for `app/screen-loaders.ts` and the guards. They have the same cards, so they are loaded together.
export { SecurityScreen } from './security-screen.tsx'
export { TwoFactorSetupScreen } from './two-factor-setup-screen.tsx'

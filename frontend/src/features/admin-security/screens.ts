// One script for both screens: they have the same cards.
export { SecurityScreen } from './security-screen.tsx'
export { TwoFactorSetupScreen } from './two-factor-setup-screen.tsx'

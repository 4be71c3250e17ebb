// One file for the screens of the feature: they share the sheet and load together.
export { OwnCertificateScreen } from './own-certificate-screen.tsx'
export { VerificationScreen } from './verification-screen.tsx'

// Both screens of this feature, for `app/screen-loaders.ts`. They share the sheet, so they are loaded together.
export { OwnCertificateScreen } from './own-certificate-screen.tsx'
export { VerificationScreen } from './verification-screen.tsx'

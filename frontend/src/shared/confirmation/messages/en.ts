export const en = {
  confirmTitle: "Confirm it's you",
  confirmText: "You logged in a while ago. After you confirm, you won't be asked again for ten minutes.",
  loadFailed: 'Failed to load the ways to confirm',
  failed: "That didn't work. Please try again.",
  password: 'Password',
  confirm: 'Confirm',
  confirming: 'Confirming...',
  confirmWithPasskey: 'Confirm with a passkey',
  appCode: 'Code from the app',
  useCodeInstead: 'Use a code from the app',
  usePasswordInstead: 'Use the password',
  logInAgain: 'Your account has no password. Log out and log in again to do this.',
} as const

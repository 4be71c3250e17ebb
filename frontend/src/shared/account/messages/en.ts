export const en = {
  confirmYourEmail: 'Confirm your email.',
  linkWasSent: 'We sent a link to {email}. Reminders reach you once you have opened it.',
  emailNotSent: 'The email could not be sent. Please try again.',
  sending: 'Sending...',
  sendAgain: 'Send again',
} as const

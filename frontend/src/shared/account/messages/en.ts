export const en = {
  confirmYourEmail: 'Confirm your email.',
  linkWasSent: 'We sent a link to {email}. Open it to start getting reminders.',
  emailNotSent: "The email couldn't be sent. Please try again.",
  sending: 'Sending...',
  sendAgain: 'Send again',
  email: 'Email',
  isItYou: 'Is it your account?',
  logIn: 'Log in',
  forgotPassword: 'Forgot password?',

  logOutQuestion: 'Log out?',
  logOutSure: 'Are you sure you want to logout?',
  logOut: 'Logout',
} as const

export const en = {
  logOutQuestion: 'Log out?',
  logOutSure: 'Are you sure you want to logout?',
  logOut: 'Logout',
} as const

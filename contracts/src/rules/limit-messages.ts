import type { LimitName } from './limits.ts'

/**
 * Why a limit is used up, for the person who reads it, by limit. Limits that are missing have `tooOften`, or `fromNetwork` where all
 * visitors at an address count together.
 */
export const limitReasons: Partial<Record<LimitName, string>> = {
  'sign-in': 'Too many wrong passwords.',
  'sign-in-anywhere': 'Too many wrong passwords.',
  'sign-in-from': 'Many people are logging in from your network.',
  'second-factor': 'Too many wrong codes.',
  'second-factor-from': 'Many people are logging in from your network.',
  'social-sign-in': 'Many people are logging in from your network.',
  'sign-up': 'Many people are signing up from your network.',
  'accept-invitation': 'Many people are accepting invitations from your network.',
  'check-invitation': 'Many people are accepting invitations from your network.',
  'admin-key': 'Too many wrong keys.',
  'admin-key-all': 'Too many wrong keys.',
  'forgot-password': 'Too many emails were requested.',
  'forgot-password-from': 'Many people are requesting new passwords from your network.',
  'confirm-email': 'Many people are confirming email addresses from your network.',
  'reset-password': 'Many people are setting passwords from your network.',
}

/** The same where the bound of refused attempts is used up. */
export const refusedReasons: Partial<Record<LimitName, string>> = {
  'sign-in-from': 'Too many wrong passwords from your network.',
  'second-factor-from': 'Too many wrong codes from your network.',
}

export const otherReasons = {
  tooOften: "You're doing this too often.",
  fromNetwork: 'Many people are using this site from your network.',
  refused: 'Too many requests from your network were refused.',
  sockets: 'Many people are watching from your network.',
  ownSockets: 'You have this site open in too many windows.',
}

/** Returns what somebody at a limit is told: why, and when to try again. */
export const limitMessage = (reason: string, seconds: number): string =>
  `${reason} Try again in ${waitText(seconds)}.`

function waitText(seconds: number): string {
  const [minutes, hours] = [Math.ceil(seconds / 60), Math.ceil(seconds / 3_600)]
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return hours === 1 ? '1 hour' : `${hours} hours`
}

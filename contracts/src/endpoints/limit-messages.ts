import { say, type Text } from '../texts/text.ts'
import type { LimitName } from './limits.ts'

/**
 * Why a limit is used up, for the person who reads it, by limit. Limits that are missing have `tooOften`, or `fromNetwork` where all
 * visitors at an address count together.
 */
export const limitReasons: Partial<Record<LimitName, Text>> = {
  'sign-in': say('manyWrongPasswords'),
  'sign-in-anywhere': say('manyWrongPasswords'),
  'sign-in-from': say('manyLogIns'),
  'second-factor': say('manyWrongCodes'),
  'second-factor-from': say('manyLogIns'),
  'social-sign-in': say('manyLogIns'),
  'sign-up': say('manySignUps'),
  'accept-invitation': say('manyInvitations'),
  'check-invitation': say('manyInvitations'),
  'admin-key': say('manyWrongKeys'),
  'admin-key-all': say('manyWrongKeys'),
  'forgot-password': say('emailAskedTooOften'),
  'forgot-password-from': say('manyNewPasswords'),
  'confirm-email': say('manyConfirmations'),
  'reset-password': say('manyPasswordsSet'),
}

/** The same where the bound of refused attempts is used up. */
export const refusedReasons: Partial<Record<LimitName, Text>> = {
  'sign-in-from': say('manyWrongPasswordsInNetwork'),
  'second-factor-from': say('manyWrongCodesInNetwork'),
}

export const otherReasons = {
  tooOften: say('tooOften'),
  fromNetwork: say('manyPeople'),
  refused: say('manyRefused'),
  sockets: say('manyWatching'),
  ownSockets: say('manyWindows'),
}

/** Returns the message at a limit: why, and when to try again. */
export const limitMessage = (reason: Text, seconds: number): Text =>
  say('limitReached', { reason, wait: waitText(seconds) })

function waitText(seconds: number): Text {
  const [minutes, hours] = [Math.ceil(seconds / 60), Math.ceil(seconds / 3_600)]
  if (seconds < 60) return seconds === 1 ? say('waitSecond') : say('waitSeconds', { count: seconds })
  if (minutes < 60) return minutes === 1 ? say('waitMinute') : say('waitMinutes', { count: minutes })
  return hours === 1 ? say('waitHour') : say('waitHours', { count: hours })
}

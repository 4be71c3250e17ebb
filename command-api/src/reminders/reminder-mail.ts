import { challengeDays } from '@thirty/contracts/challenge-days.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import type { Letter } from '@thirty/infra/mail/mail.ts'
import { letterOf } from '../mail-words.ts'

export type Reminder = {
  day: number
  timeZone: string
  /** End of the day, in milliseconds since 1970. */
  end: number
  /** Where links lead. */
  publicUrl: URL
}

/** Reminds a participant that the day ends and there is no project yet. */
export function reminderMail(
  { email, fullName }: { email: string; fullName: string },
  { day, timeZone, end, publicUrl }: Reminder,
): Letter {
  const title = challengeDays[day - 1]?.title
  return letterOf({
    kind: 'reminder',
    to: email,
    name: fullName,
    subject: `Day ${day} ends tonight`,
    until: end,
    parts: [
      `Day ${day} of ${totalDays}${title === undefined ? '' : `, “${title}”,`} ends at midnight (${timeZone}), and you have not submitted a project for it yet.`,
      { link: new URL('/SubmitProject', publicUrl), label: 'Submit your project' },
      'You get this because e-mail reminders are on. You can switch them off in your profile:',
      { link: new URL('/profile', publicUrl), label: 'Your profile' },
    ],
  })
}
